// Sums a partition of which not all tuples can be held at a time, as those of popular positions
// are: every game has a tuple of the starting position.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "edge/result.h"
#include "ingest/tree_sum.h"
#include "ingest/tree_tuples.h"

namespace edge::ingest {

// Some tuples in the order of their games, in memory or in a mapped file.
struct TupleStretch {
    std::span<const TreeTuple> tuples;
    uint32_t first_game;  // to be added to the number of each game
};

// Passes the edges on in parts, in the tree's order, each made of at most `room` tuples at a time;
// of a position with more than that its lists of games are held, two bytes a game at most. The
// stretches are in the order of their games, and read several times.
Status sum_large_partition(std::span<const TupleStretch> stretches, const SumOptions& options,
                           uint64_t room, const std::function<Status(TreePart)>& take);

}  // namespace edge::ingest
