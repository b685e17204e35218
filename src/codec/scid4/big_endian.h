// The byte order of a Scid 4 base: unsigned, the most significant byte first, of one to eight
// bytes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace edge::scid4 {

template <size_t size>
constexpr uint64_t load_big_endian(const std::byte* bytes) {
    static_assert(size <= sizeof(uint64_t));
    uint64_t value = 0;
    for (size_t i = 0; i < size; ++i) value = value << 8 | std::to_integer<uint64_t>(bytes[i]);
    return value;
}

template <size_t size>
constexpr void store_big_endian(uint64_t value, std::byte* bytes) {
    static_assert(size <= sizeof(uint64_t));
    for (size_t i = size; i > 0; --i, value >>= 8) bytes[i - 1] = static_cast<std::byte>(value);
}

}  // namespace edge::scid4
