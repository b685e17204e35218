// shards/N.cols: the header fields of a shard's games as columns, so that a query about headers
// reads two or four bytes a game instead of a cache line. Optional, and derived from the records;
// docs/formats/cols.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "edge/result.h"

namespace edge {

// Views, with one entry per game, of a mapped N.cols or of the result of build_header_columns. An
// entry is what decode_header returns for the record: reserved bits are zero, reserved values read
// as unknown.
struct HeaderColumns {
    std::span<const uint32_t> packed1;  // result, termination, time control, as in the record
    std::span<const uint16_t> white_elo;
    std::span<const uint16_t> black_elo;
    std::span<const uint16_t> eco;
    std::span<const uint32_t> date;  // date_packed
    std::span<const uint32_t> plies;
    std::span<const uint32_t> white_name;
    std::span<const uint32_t> black_name;
    std::span<const uint8_t> result;  // a GameResult: the low bits of packed1 in a separate byte

    // Of the moves (hash_moves in corpus/format.h). Empty in files of older versions.
    std::span<const uint64_t> moves_hash = {};
    std::span<const uint64_t> opening_hash = {};
};

}  // namespace edge

namespace edge::corpus {

using edge::HeaderColumns;

// The columns in `bytes`, the content of an N.cols, aligned to at least eight bytes, as a mapping
// is. Checks everything but the entries: a file that passes has all its columns inside its bounds.
// Corrupt when it does not; Unsupported for another version.
Result<HeaderColumns> parse_header_columns(std::span<const std::byte> bytes,
                                           const std::string& file, uint32_t expected_games);

}  // namespace edge::corpus
