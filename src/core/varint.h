// LEB128: seven bits per byte, lowest first, the high bit set on all bytes but the last. The writer
// produces the shortest form; the reader takes any form whose value fits 64 bits.
#pragma once

#include <edge/result.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/byte_cursor.h"

namespace edge {

inline constexpr size_t kMaxVarintBytes = 10;

inline void append_varint(std::string& to, uint64_t value) {
    while (value >= 0x80) {
        to += static_cast<char>(value | 0x80);
        value >>= 7;
    }
    to += static_cast<char>(value);
}

inline size_t varint_size(uint64_t value) {
    size_t size = 1;
    while (value >>= 7) ++size;
    return size;
}

// For hot loops: returns the end of the varint that begins at `from`, or null when it runs past
// `end` or its value exceeds 64 bits.
inline const std::byte* decode_varint(const std::byte* from, const std::byte* end,
                                      uint64_t& value) {
    if (from != end && *from < std::byte{0x80}) {  // as most are
        value = static_cast<uint64_t>(*from);
        return from + 1;
    }
    uint64_t result = 0;
    for (unsigned shift = 0; from != end && shift < 64; shift += 7) {
        const auto byte = static_cast<uint64_t>(*from++);
        const uint64_t bits = byte & 0x7F;
        if (shift == 63 && bits > 1) return nullptr;
        result |= bits << shift;
        if (byte < 0x80) {
            value = result;
            return from;
        }
    }
    return nullptr;
}

// The same at a cursor; `what` names the value in the error.
inline Result<uint64_t> read_varint(ByteCursor& cursor, std::string_view what) {
    const auto rest = cursor.rest();
    uint64_t value = 0;
    const std::byte* after = decode_varint(rest.data(), rest.data() + rest.size(), value);
    if (after == nullptr) {
        return cursor.corrupt("a varint that does not end or exceeds 64 bits", what);
    }
    EDGE_CHECK(cursor.skip(static_cast<uint64_t>(after - rest.data()), what));
    return value;
}

}  // namespace edge
