// Takes a text piece by piece, so that a long one need not be held in memory.
#pragma once

#include <functional>
#include <string_view>

#include "edge/result.h"

namespace edge::wire {

// An error ends the writing and is passed on.
using TextSink = std::function<Status(std::string_view text)>;

}  // namespace edge::wire
