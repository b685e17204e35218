// Sums tuples into tree.dat and tree.games within a bound on memory: what does not fit is spilled
// to a file in the temporary directory, slice by slice, and read back when its turn comes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "core/mapped_file.h"
#include "edge/result.h"
#include "tree/large_slice.h"
#include "tree/tree_sum.h"
#include "tree/tree_tuples.h"

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

class TreeBuilder {
public:
    // Spill files go into `directory`; `memory` limits the tuples kept in memory.
    TreeBuilder(std::filesystem::path directory, uint64_t memory);

    // `first_game` is the ordinal of the game that the tuples count as 0. Not thread-safe.
    Status add(SlicedTuples tuples, uint64_t first_game);

    // How many buckets the tree of all added tuples has.
    uint32_t bucket_count() const;

    // Passes the tree on in parts, from front to back, one at a time; an error that `take` returns
    // ends it.
    Status sum(const TreeOptions& options, const std::function<Status(TreePart)>& take);

    // Writes tree.dat, and tree.games when it is wanted, into the directory.
    Result<TreeSummary> write(const TreeOptions& options);

private:
    struct Kept {
        SlicedTuples tuples;
        uint32_t first_game;
    };
    // One spill file: the tuples of all slices in order.
    struct SpillFile {
        MappedFile file;
        std::vector<uint64_t> begins;  // of each slice, in tuples
    };

    Status spill();
    uint64_t slice_size(size_t slice) const;
    // In the order of the games.
    std::vector<TupleRange> ranges(size_t slice) const;
    std::vector<TreeTuple> gather(size_t slice) const;
    TreePart sum_all(const TreeOptions& options) const;

    std::filesystem::path directory_;
    uint64_t memory_;
    std::vector<Kept> kept_;
    uint64_t kept_tuples_ = 0;
    uint64_t total_tuples_ = 0;
    std::vector<SpillFile> spill_files_;
};

}  // namespace edge::tree
