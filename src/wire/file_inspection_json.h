// The JSON of what a file of games other than a corpus holds.
#pragma once

#include <string>

#include "ingest/file_inspection.h"

namespace edge::wire {

// {"path", "kind"} and what docs/cli.md says of each kind.
std::string file_inspection_json(const std::string& path, ingest::GameKind kind,
                                 const ingest::FileInspection& inspection);

}  // namespace edge::wire
