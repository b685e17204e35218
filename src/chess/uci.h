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
// The standard rule is ambiguous where the king starts next to its target: use the Chess960 rule
// there.
std::string to_uci(Move move, const Position& position, CastlingRule rule);

enum class UciError : uint8_t { Unreadable, Illegal, NullMove };

// Reads both notations for castling; what it returns is legal. A king's move that is also an
// ordinary step is read as the step.
tl::expected<Move, UciError> parse_uci(const Position& position, std::string_view text);

}  // namespace edge
