// Sizes in bytes as people write and read them.
#pragma once

#include <edge/result.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace edge {

// "500000", "64K", "256M", "2G", "1T": powers of 1024, either case, with or without B or iB.
Result<uint64_t> parse_size(std::string_view text);

// "512 B", "1.5 KiB", "256 MiB": at most one decimal.
std::string format_size(uint64_t bytes);

}  // namespace edge
