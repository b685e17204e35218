// Sums a slice of which not all tuples can be held at a time, as those of popular positions
// are: every game has a tuple of the starting position.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "edge/result.h"
#include "tree/tree_sum.h"
#include "tree/tree_tuples.h"

namespace edge::tree {

// Passes the edges on in parts, in the tree's order, each made of at most `room` tuples at a time;
// of a position with more than that its lists of games are held, two bytes a game at most. The
// ranges are in the order of their games, and read several times.
Status sum_large_slice(std::span<const TupleRange> ranges, const SumOptions& options, uint64_t room,
                       const std::function<Status(TreePart)>& take);

}  // namespace edge::tree
