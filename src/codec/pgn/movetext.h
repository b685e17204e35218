// The movetext of one game with everything in it: moves, variations, comments, NAGs.
//
// This tokenizer is deliberately not the reader's. The reader (reader.h) finds the words of the
// main line 64 bytes at a time and skips the rest, which is what a corpus needs; a tree of moves
// needs every byte in order, and costs more to build than to read. Both use the functions of
// lexical.h to decide where a game begins and ends, and which words are moves.
//
// What it forgives, beyond loose SAN (chess/san.h):
//   - NAGs as $1 and as ! ? !! ?? !? ?!, and as the signs = +- -+ +/- -/+ += =+ ~ between blanks;
//     before the first move of a line they apply to that move
//   - null moves -- and Z0 anywhere, for a side that is not in check
//   - several comments at a move, which become one with a space between; a comment in a variation
//     without moves belongs to the move that would have varied
//   - results inside variations, stray closing marks, move numbers of any shape: skipped
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "codec/game.h"
#include "codec/pgn/game_issue.h"

namespace edge::pgn {

// Variations nested deeper than this are left out; every level costs a few hundred bytes.
inline constexpr size_t kMaxVariationDepth = 1 << 14;

// Adds the moves of `text` to game.moves, which is empty; game.start is set. An illegal move ends
// the line it is in; a tag ends the game. `first_line` is the line of the source in which the text
// begins.
void read_movetext(std::string_view text, uint64_t first_line, Game& game,
                   std::vector<GameIssue>& issues);

}  // namespace edge::pgn
