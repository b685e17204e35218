// Walks the folders below the root. The root may be anything, even somebody's home, so the walk is
// short: hidden names and links are skipped, and folders are entered only to a small depth.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "cancellation.h"
#include "edge/result.h"
#include "root.h"

namespace edge::server {

enum class WalkStep : uint8_t { Enter, Skip, Stop };

// Calls `visit` for files and folders in no particular order. For a file, only Stop makes a
// difference. Cancelled when told to give up; what cannot be read is skipped.
Status walk_root(const Root& root, const Cancellation& cancellation,
                 const std::function<WalkStep(const std::filesystem::directory_entry&)>& visit);

}  // namespace edge::server
