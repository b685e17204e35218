// Sorts the tuples of one slice into the tree's order.
#pragma once

#include <vector>

#include "tree/tree_tuples.h"

namespace edge::tree {

// `shared_bits` leading bits of the key are the same in all tuples. Fastest when the tuples of
// every edge come in the order of their games, as from the indexer.
void sort_tuples(std::vector<TreeTuple>& tuples, unsigned shared_bits);

}  // namespace edge::tree
