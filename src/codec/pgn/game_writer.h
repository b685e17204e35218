// Writes games in the export format of the PGN standard, section 3.2: the seven-tag roster first,
// movetext in lines below 80 columns, NAGs as numbers.
//
// The game's own members override its tags: Result is written from `result`, FEN from `start`. A
// start that needs them gets SetUp and FEN, one with Chess960 castling also Variant. Reading back
// the output gives the same game.
#pragma once

#include <string>
#include <vector>

#include "codec/game.h"

namespace edge::pgn {

// Appends the game and an empty line.
void append_game(const Game& game, std::string& out);

// Its parts, for formats that store them separately. The tags are in the game's order, followed by
// those above that it lacks; values are not escaped.
std::vector<GameTag> agreeing_tags(const Game& game);
// The movetext with the result, in lines.
void append_movetext(const Game& game, std::string& out);

}  // namespace edge::pgn
