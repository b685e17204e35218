// The daemon as a whole: `edge serve` runs it until a signal ends it.
#pragma once

#include <cstdint>
#include <functional>

#include "edge/result.h"
#include "options.h"

namespace edge::server {

// Returns after SIGINT or SIGTERM, when requests under way are answered and jobs rolled back; a
// second signal ends the process at once. Changes the working directory to the root, and how the
// process treats signals. `listening` is called with the port when connections are accepted.
Status serve(const Options& options, const std::function<Status(uint16_t port)>& listening);

}  // namespace edge::server
