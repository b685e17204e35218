#include "core/utc_stamp.h"

#include <fmt/chrono.h>

#include <chrono>

namespace edge {

std::string utc_stamp() {
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    return fmt::format("{:%Y%m%d-%H%M%S}", fmt::gmtime(std::chrono::system_clock::to_time_t(now)));
}

}  // namespace edge
