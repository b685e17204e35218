// The material on the board in 24 bits; the index of a Scid 4 base has that of a game's end.
#pragma once

#include <array>
#include <cstdint>

#include "chess/types.h"

namespace edge::scid4 {

// How many of each piece there are, by Piece.
using PieceCounts = std::array<uint8_t, 16>;

uint32_t material_code(const PieceCounts& counts);

}  // namespace edge::scid4
