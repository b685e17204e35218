// Writes the record of a game in a Scid 4 base: extra tags, start, moves, comments
// (docs/formats/scid4_games.md).
#pragma once

#include <cstddef>
#include <span>
#include <tl/expected.hpp>
#include <vector>

#include "codec/game.h"
#include "codec/scid4/record_facts.h"

namespace edge::scid4 {

inline constexpr size_t kMaxRecordBytes = 131071;  // 17 bits in the index

// Appends the record of the game and returns what the index needs to know about it. `extra_tags`
// are the tags that the index cannot hold, in their order; never one of the roster, FEN or
// ScidFlags. Parts of the game that do not fit are reported in `notes`. The error is for a game
// that cannot be stored at all, and leaves `out` unchanged.
tl::expected<RecordFacts, RecordNote> encode_record(const Game& game,
                                                    std::span<const GameTag* const> extra_tags,
                                                    std::vector<std::byte>& out,
                                                    std::vector<RecordNote>& notes);

}  // namespace edge::scid4
