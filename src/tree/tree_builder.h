// Sums tuples into tree.dat and tree.games, slice by slice on several threads, within a bound on
// memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <utility>

#include "edge/result.h"
#include "tree/tree_sum.h"
#include "tree/tree_tuples.h"
#include "tree/tuple_spill.h"

namespace edge::tree {

struct TreeSummary {
    uint64_t tuples = 0;
    uint64_t edges = 0;
    uint64_t spilled_bytes = 0;
    struct Games {
        uint64_t lists = 0;
        uint64_t bytes = 0;
    };
    std::optional<Games> games;  // of tree.games, when it was written
};

struct TreeOptions {
    uint32_t min_games = 1;  // edges of positions with fewer games are left out
    unsigned threads = 1;
    std::optional<uint64_t> game_count;  // of the corpus: with it tree.games is written
    // Polled by write() for each part of the tree: true ends it with Cancelled.
    std::function<bool()> is_cancelled = {};
};

// Of a tree of that many tuples; it does not depend on how many edges they give, so that it is
// known before they are summed.
uint32_t tree_bucket_count(uint64_t tuples);

class TreeBuilder {
public:
    // Spill files go into `directory`; `memory` limits the tuples kept in memory.
    TreeBuilder(std::filesystem::path directory, uint64_t memory);

    // `first_game` is the ordinal of the game that the tuples count as 0. Not thread-safe.
    Status add(SlicedTuples tuples, uint64_t first_game) {
        return tuples_.add(std::move(tuples), first_game);
    }

    // How many buckets the tree of all added tuples has.
    uint32_t bucket_count() const { return tree_bucket_count(tuples_.size()); }

    // Passes the tree on in parts, from front to back, one at a time; an error that `take` returns
    // ends it.
    Status sum(const TreeOptions& options, const std::function<Status(TreePart)>& take);

    // Writes tree.dat, and tree.games when it is wanted, into the directory.
    Result<TreeSummary> write(const TreeOptions& options);

private:
    Status sum_small(const TreeOptions& options, const std::function<Status(TreePart)>& take) const;

    std::filesystem::path directory_;
    uint64_t memory_;
    TupleSpill tuples_;
};

}  // namespace edge::tree
