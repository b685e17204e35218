// What a file of games other than a corpus holds, as text for people.
#pragma once

#include <string>

#include "formats/file_inspection.h"

namespace edge::cli {

std::string file_inspection_text(const std::string& path, formats::GameKind kind,
                                 const formats::FileInspection& inspection);

}  // namespace edge::cli
