// Sorts the tuples of one partition into the tree's order.
#pragma once

#include <vector>

#include "ingest/tree_tuples.h"

namespace edge::ingest {

// `shared_bits` leading bits of the key are the same in all tuples. Quickest when the tuples of
// every edge come in the order of their games, as they do from an indexer.
void sort_tuples(std::vector<TreeTuple>& tuples, unsigned shared_bits);

}  // namespace edge::ingest
