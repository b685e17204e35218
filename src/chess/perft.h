// Counts the leaves of the legal game tree, the usual test of a move generator.
#pragma once

#include <cstdint>

#include "chess/position.h"

namespace edge {

uint64_t perft(const Position& position, unsigned depth);

}  // namespace edge
