// Moves as engines write them: origin, target and promotion letter.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "chess/move.h"
#include "chess/position.h"

namespace edge {

// Castling is the king's own move (e1g1) by the standard rule, king takes rook (e1h1) in Chess960.
// The first can mean two moves where the king starts next to its target: write those by the second.
std::string to_uci(Move move, const Position& position, CastlingRule rule);

enum class UciError : uint8_t { Unreadable, Illegal, NullMove };

// Reads both ways to write castling; what it returns is legal. A king's move that is also an
// ordinary step is the step.
tl::expected<Move, UciError> parse_uci(const Position& position, std::string_view text);

}  // namespace edge
