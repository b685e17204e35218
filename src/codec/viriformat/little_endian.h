// The byte order of viriformat, spelled once. Offsets are the caller's to check.
#pragma once

#include <bit>
#include <cstddef>
#include <cstring>
#include <span>

namespace edge::viriformat {

static_assert(std::endian::native == std::endian::little, "the format is little-endian");

template <class T>
T load(std::span<const std::byte> bytes, size_t at) {
    T value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

template <class T>
void store(T value, std::span<std::byte> bytes, size_t at) {
    std::memcpy(bytes.data() + at, &value, sizeof value);
}

}  // namespace edge::viriformat
