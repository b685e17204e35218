// All that makes two positions the same, as a value to compare, sort and hash.
#pragma once

#include <array>
#include <cstdint>

#include "chess/position.h"

namespace edge {

// Without loss: four bits per square, as four bitboards, and side to move, rights with their rooks,
// and en passant. Equal where Position::same_position is true.
using PositionKey = std::array<uint64_t, 5>;
PositionKey position_key(const Position& position);

}  // namespace edge
