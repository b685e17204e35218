// Sorts the tuples of one slice, or of a small tree, into the tree's order.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "tree/tree_tuples.h"

namespace edge::tree {

// `shared_bits` leading bits of the key are the same in all tuples. Fastest when the tuples of
// every edge come in the order of their games, as from the indexer.
void sort_tuples(std::vector<TreeTuple>& tuples, unsigned shared_bits);

// The `size` tuples of the ranges in the order of a tree with 2^bucket_bits buckets: the keys of
// the copies are std::rotr(hash, bucket_bits), their games have the final numbers.
std::unique_ptr<TreeTuple[]> sorted_copy(std::span<const TupleRange> ranges, size_t size,
                                         unsigned bucket_bits);

}  // namespace edge::tree
