// Sets of numbers into Roaring's portable format (bitmap/roaring_format.h).
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace edge::roaring {

// The same bytes as those that CRoaring 5 makes of the numbers after run_optimize.
std::string format_set(std::span<const uint64_t> words);

// How many bytes that gives.
uint64_t set_bytes(std::span<const uint64_t> words);

}  // namespace edge::roaring
