// The part of CBOR (RFC 8949) that FBPGN needs: heads of items, text, maps, and skipping anything
// else. Reading is bounded by the given bytes: a length or count is not trusted until that many
// bytes are there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "edge/result.h"

namespace edge::fbpgn {

// The major types: the values of the first three bits.
enum class CborKind : uint8_t { Unsigned, Negative, Bytes, Text, Array, Map, Tag, Simple };

struct CborHead {
    CborKind kind = CborKind::Simple;
    bool indefinite = false;  // of indefinite length
    uint64_t value = 0;       // the number, length, or count of items
};

class CborReader {
public:
    explicit CborReader(std::string_view bytes) : bytes_(bytes) {}

    // The next item's head. Tags are skipped, as they do not matter here.
    Result<CborHead> read_head();
    // Text; it may not be UTF-8.
    Result<std::string> read_text();
    // Text, or a whole number as text; nothing when the item was of another kind and was skipped.
    Result<std::optional<std::string>> read_text_or_number();
    // Whether another item (in a map: a key and a value) of the container follows; counts down the
    // head. When it returns false, it has skipped the end of a container of indefinite length.
    Result<bool> next_item(CborHead& container);
    Status skip_item();
    Status expect_end() const;

    // Corrupt at the current offset: "offset 7 of the chunk: found X, expected Y".
    tl::unexpected<Error> corrupt(std::string_view found, std::string_view expected) const;

private:
    Result<CborHead> read_one_head();
    // The content after a head that was read.
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
