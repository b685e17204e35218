// 64 flags, a byte each, as the bits of one word.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace edge::query {

using Flags = std::array<uint8_t, 64>;  // each 0 or 1

// Multiplying moves byte i of eight to bit 56 + i.
inline uint64_t flag_bits_portable(const Flags& flags) {
    uint64_t word = 0;
    for (unsigned i = 0; i < 8; ++i) {
        uint64_t bytes = 0;
        std::memcpy(&bytes, flags.data() + 8 * size_t{i}, sizeof bytes);
        word |= (bytes * 0x0102040810204080 >> 56) << (8 * i);
    }
    return word;
}

#ifdef __SSE2__
inline uint64_t flag_bits(const Flags& flags) {
    uint64_t word = 0;
    for (unsigned i = 0; i < 4; ++i) {
        __m128i bytes;
        std::memcpy(&bytes, flags.data() + 16 * size_t{i}, sizeof bytes);
        const auto mask = _mm_movemask_epi8(_mm_cmpgt_epi8(bytes, _mm_setzero_si128()));
        word |= static_cast<uint64_t>(static_cast<uint32_t>(mask)) << (16 * i);
    }
    return word;
}
#else
inline uint64_t flag_bits(const Flags& flags) { return flag_bits_portable(flags); }
#endif

}  // namespace edge::query
