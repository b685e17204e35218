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

// Appends the record of the game and says what the index has to know of it. `extra_tags` are the
// tags that the index has no place for, in their order; never one of the roster, FEN or ScidFlags.
// Parts of the game that have no place are told in `notes`. The error is for a game that cannot be
// held at all, and leaves `out` as it was.
tl::expected<RecordFacts, RecordNote> encode_record(const Game& game,
                                                    std::span<const GameTag* const> extra_tags,
                                                    std::vector<std::byte>& out,
                                                    std::vector<RecordNote>& notes);

}  // namespace edge::scid4
