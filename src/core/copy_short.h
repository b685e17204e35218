// memcpy for texts that are mostly short, where the call is most of the cost.
#pragma once

#include <cstddef>
#include <cstring>

namespace edge {

namespace detail {

// The first and the last bytes, which may overlap.
template <size_t piece_bytes>
void copy_ends(char* to, const char* from, size_t size) {
    struct Piece {
        char bytes[piece_bytes];
    } first, last;
    std::memcpy(&first, from, piece_bytes);
    std::memcpy(&last, from + size - piece_bytes, piece_bytes);
    std::memcpy(to, &first, piece_bytes);
    std::memcpy(to + size - piece_bytes, &last, piece_bytes);
}

}  // namespace detail

// The two must not overlap.
inline void copy_short(char* to, const char* from, size_t size) {
    if (size >= 32) {
        std::memcpy(to, from, size);
    } else if (size >= 16) {
        detail::copy_ends<16>(to, from, size);
    } else if (size >= 8) {
        detail::copy_ends<8>(to, from, size);
    } else if (size >= 4) {
        detail::copy_ends<4>(to, from, size);
    } else {
        for (size_t i = 0; i < size; ++i) to[i] = from[i];
    }
}

}  // namespace edge
