// The JSON of what a file of games other than a corpus holds.
#pragma once

#include <string>

#include "formats/file_inspection.h"

namespace edge::wire {

// {"path", "kind"} and the fields that docs/cli.md lists for each kind.
std::string file_inspection_json(const std::string& path, formats::GameKind kind,
                                 const formats::FileInspection& inspection);

}  // namespace edge::wire
