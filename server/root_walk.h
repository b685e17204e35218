// Looks around below the root. It may be anything, somebody's home as well, so that this stays
// short: hidden names and links are passed over, and folders entered to a small depth.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "cancellation.h"
#include "edge/result.h"
#include "root.h"

namespace edge::server {

enum class WalkStep : uint8_t { Enter, PassOver, Stop };

// Calls `visit` for files and folders in no order. What it gives for a file matters only as Stop.
// Cancelled when told to give up; what cannot be read is passed over.
Status walk_root(const Root& root, const Cancellation& cancellation,
                 const std::function<WalkStep(const std::filesystem::directory_entry&)>& visit);

}  // namespace edge::server
