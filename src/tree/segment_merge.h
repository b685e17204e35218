// Trees of neighbouring games as one tree, in one pass over their edges: the bytes that summing all
// the games would have given, as long as no tree leaves out positions with few games.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>

#include "corpus/tree.h"
#include "corpus/tree_games.h"
#include "edge/result.h"
#include "tree/tree_builder.h"

namespace edge::tree {

struct MergedSegment {
    const corpus::Tree* tree;
    const corpus::TreeGames* games;  // null when there are none; then the result has none
    uint64_t first_game = 0;         // among all games of the segments
};

struct MergeTarget {
    std::filesystem::path tree;
    std::filesystem::path games;
    std::filesystem::path spool;  // a folder for temporary files
    uint64_t game_count = 0;      // of all segments
};

// The segments are in order of their games. Corrupt when the games of an edge cannot be read.
// Cancelled when `is_cancelled`, polled from time to time, was true.
Result<TreeSummary> merge_segments(std::span<const MergedSegment> segments,
                                   const MergeTarget& target,
                                   const std::function<bool()>& is_cancelled = {});

}  // namespace edge::tree
