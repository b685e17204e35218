// The movetext of one game with everything in it: moves, variations, comments, NAGs.
//
// This is another tokenizer than the reader's, on purpose. The reader (reader.h) finds the words of
// the main line 64 bytes at a time and steps over the rest, which is what a corpus needs; a tree of
// moves needs every byte in order, and costs more in building than in reading. Where a game begins
// and ends, and which words are moves, both decide by the functions of lexical.h.
//
// What it forgives, beyond loose SAN (chess/san.h):
//   - NAGs as $1 and as ! ? !! ?? !? ?!, and as the signs = +- -+ +/- -/+ += =+ ~ between blanks;
//     before the first move of a line they belong to that move
//   - null moves -- and Z0 anywhere, for a side that is not in check
//   - several comments at a move, which become one with a space between; a comment in a variation
//     without moves belongs to the move that would have varied
//   - results inside variations, stray closing marks, move numbers of any shape: passed over
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "codec/game.h"
#include "codec/pgn/game_issue.h"

namespace edge::pgn {

// Variations inside each other beyond this are left out; every level costs a few hundred bytes.
inline constexpr size_t kMaxVariationDepth = 1 << 14;

// Adds what `text` has to game.moves, which is empty; game.start is set. An illegal move ends the
// line it stands in; a tag ends the game. `first_line` is the line of the source that the text
// begins in.
void read_movetext(std::string_view text, uint64_t first_line, Game& game,
                   std::vector<GameIssue>& issues);

}  // namespace edge::pgn
