// Reads the record of a game in a Scid 4 base: extra tags, start, moves, comments
// (docs/formats/scid4_games.md).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "codec/game.h"
#include "codec/scid4/record_facts.h"
#include "edge/result.h"

namespace edge::scid4 {

// Appends the record's tags, including its FEN, to game.tags and sets game.start and game.moves,
// which are those of a new Game. A move against the rules ends its line; that, and anything else
// that was left out, is reported in `notes`. The error, Corrupt, is for a record that makes no
// sense: its message names the offset in the record, and the game is not to be used.
Status decode_record(std::span<const std::byte> record, Game& game, std::vector<RecordNote>& notes);

}  // namespace edge::scid4
