// Writes games in the export format of the PGN standard, section 3.2: the seven-tag roster first,
// movetext in lines below 80 columns, NAGs as numbers.
//
// Tags that the game's own members contradict give way: Result is written from `result`, FEN from
// `start`. A start that needs them gets SetUp and FEN, one with the castling of Chess960 also
// Variant. Reading back what was written gives the same game.
#pragma once

#include <string>
#include <vector>

#include "codec/game.h"

namespace edge::pgn {

// Appends the game and an empty line.
void append_game(const Game& game, std::string& out);

// The parts of it, for formats that keep them apart. The tags stand in the game's order, and what
// it lacks of those above behind them; values are not escaped.
std::vector<GameTag> agreeing_tags(const Game& game);
// The movetext with the result, in lines.
void append_movetext(const Game& game, std::string& out);

}  // namespace edge::pgn
