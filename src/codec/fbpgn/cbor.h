// The part of CBOR (RFC 8949) that FBPGN needs: heads of items, text, maps, and passing over
// anything else. Reading is bounded by the bytes given: a length or count is not believed before
// the bytes are there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "edge/result.h"

namespace edge::fbpgn {

// The major types, as they stand in the first three bits.
enum class CborKind : uint8_t { Unsigned, Negative, Bytes, Text, Array, Map, Tag, Simple };

struct CborHead {
    CborKind kind = CborKind::Simple;
    bool indefinite = false;  // of a length that only its end tells
    uint64_t value = 0;       // the number, length, or count of items
};

class CborReader {
public:
    explicit CborReader(std::string_view bytes) : bytes_(bytes) {}

    // The next item's head. Tags are passed over: what they say about an item is not asked here.
    Result<CborHead> read_head();
    // Text; it may not be UTF-8.
    Result<std::string> read_text();
    // Text, or a whole number as text; nothing when the item is of another kind and was passed
    // over.
    Result<std::optional<std::string>> read_text_or_number();
    // Whether another item (in a map: a key and a value) of the container follows; counts down the
    // head. False passes over the end of a container of indefinite length.
    Result<bool> next_item(CborHead& container);
    Status skip_item();
    Status expect_end() const;

    // Corrupt at the present place: "offset 7 of the chunk: found X, expected Y".
    tl::unexpected<Error> corrupt(std::string_view found, std::string_view expected) const;

private:
    Result<CborHead> read_one_head();
    // What follows a head that was read.
    Result<std::string> read_text_of(const CborHead& head);
    Status skip_content(const CborHead& head);
    Result<uint64_t> read_number(unsigned bytes);
    Result<std::string_view> take(uint64_t count);

    std::string_view bytes_;
    size_t at_ = 0;
};

// As CBOR's preferred serialization: definite lengths in the fewest bytes.
void append_cbor_map(uint64_t pairs, std::string& out);
void append_cbor_text(std::string_view text, std::string& out);

}  // namespace edge::fbpgn
