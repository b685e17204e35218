// Positions as users write them: FEN, or moves from a start.
#pragma once

#include <string_view>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"
#include "edge/result.h"

namespace edge {

// Plays a legal move by the castling rule of the position.
void play(Position& position, Move move);

// A move in SAN or UCI; InvalidArgument unless it is legal.
Result<Move> parse_move_text(const Position& position, std::string_view text);

// A position and the moves that lead there.
struct PlayedLine {
    Position start;
    std::vector<Move> moves = {};
    Position reached = start;
};

// Moves in SAN or UCI, with or without move numbers. Errors name the move and its ply.
Result<PlayedLine> play_line(const Position& start, std::string_view moves);
Result<Position> play_moves(const Position& start, std::string_view moves);

// One of: a FEN; "startpos" or a FEN, followed by "moves" and moves; "moves" and moves from the
// start. A leading "fen " or "position " is skipped, so that lines of an engine's log can be used.
Result<PlayedLine> parse_line_text(std::string_view text);
Result<Position> parse_position_text(std::string_view text);

}  // namespace edge
