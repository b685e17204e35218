// Numbers in the bytes of a file: load and store are little-endian, as most formats are. The caller
// checks that the bytes exist; core/byte_cursor.h does so.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace edge {

static_assert(std::endian::native == std::endian::little, "the formats are little-endian");

template <class T>
T load(const std::byte* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

template <class T>
void store(std::byte* to, T value) {
    std::memcpy(to, &value, sizeof value);
}

// Unsigned numbers of one to eight bytes, the most significant first.
template <size_t size>
constexpr uint64_t load_big_endian(const std::byte* from) {
    static_assert(size <= sizeof(uint64_t));
    uint64_t value = 0;
    for (size_t i = 0; i < size; ++i) value = value << 8 | std::to_integer<uint64_t>(from[i]);
    return value;
}

template <size_t size>
constexpr void store_big_endian(std::byte* to, uint64_t value) {
    static_assert(size <= sizeof(uint64_t));
    for (size_t i = size; i > 0; --i, value >>= 8) to[i - 1] = static_cast<std::byte>(value);
}

}  // namespace edge
