// What a file of games other than a corpus holds, as text for people.
#pragma once

#include <string>

#include "ingest/file_inspection.h"

namespace edge::cli {

std::string file_inspection_text(const std::string& path, ingest::GameKind kind,
                                 const ingest::FileInspection& inspection);

}  // namespace edge::cli
