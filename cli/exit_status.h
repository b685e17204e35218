// The one place that turns failures into exit statuses, 0 done, 1 failed, 2 wrong usage, and into
// the program's messages.
#pragma once

#include <string>

#include "edge/result.h"

namespace edge::cli {

inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;
inline constexpr int kUsage = 2;

int exit_status(ErrorCode code);

// The message, and the option that helps, if there is one.
std::string message_of(const Error& error);

}  // namespace edge::cli
