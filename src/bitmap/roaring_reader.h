// Sets of numbers out of Roaring's portable format (bitmap/roaring_format.h). The bytes may be
// anything, and may even change meanwhile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "edge/result.h"

namespace edge::roaring {

// Bytes of a file that hold one set.
struct SetBytes {
    std::span<const std::byte> bytes;
    std::string_view file;  // the name used in errors
    uint64_t offset = 0;    // where the bytes begin in the file
};

// How many numbers the set has. Corrupt unless all of them are below `limit` and every rule of the
// format holds, up to the last byte. Allocates nothing.
Result<uint64_t> count_set(const SetBytes& from, uint32_t limit);

// The same, and adds the numbers to `words`, which has bits for all below `limit`. After an error
// some of them may have been added.
Result<uint64_t> read_set(const SetBytes& from, uint32_t limit, std::span<uint64_t> words);

}  // namespace edge::roaring
