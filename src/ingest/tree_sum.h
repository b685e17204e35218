// Sorts the tuples of one partition and sums them into edges.
#pragma once

#include <cstdint>
#include <vector>

#include "corpus/format.h"
#include "ingest/tree_tuples.h"

namespace edge::ingest {

// How the keys of the tuples were made and what the edges must satisfy.
struct SumOptions {
    unsigned key_rotation = kBucketBits;  // key = std::rotr(hash, key_rotation)
    unsigned shared_bits = 0;             // leading key bits that all tuples have in common
    uint32_t min_games = 1;               // positions with fewer are left out
};

// Appends the edges to `edges` in the tree's order. `tuples` is used up.
void sum_tuples(std::vector<TreeTuple>& tuples, const SumOptions& options,
                std::vector<corpus::Edge>& edges);

}  // namespace edge::ingest
