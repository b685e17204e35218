// Sorts the tuples of one slice and sums them into edges, with the games of each.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "codec/game_result.h"
#include "corpus/format.h"
#include "corpus/tree_games_writer.h"
#include "tree/tree_tuples.h"

namespace edge::tree {

// How the keys of the tuples were made and which edges are kept.
struct SumOptions {
    unsigned key_rotation = kBucketBits;  // key = std::rotr(hash, key_rotation)
    unsigned shared_bits = 0;             // leading key bits that are the same in all tuples
    uint32_t min_games = 1;               // positions with fewer are left out
    bool lists = false;                   // of the games
};

// Edges that follow each other in the tree, and the games of each where wanted.
struct TreePart {
    std::vector<corpus::Edge> edges;
    corpus::GameLists games;
};

// Counts a game; one without a result has no tuples.
inline void add_result(corpus::Edge& edge, GameResult result) {
    edge.white += result == GameResult::WhiteWins ? 1 : 0;
    edge.draws += result == GameResult::Draw ? 1 : 0;
    edge.black += result == GameResult::BlackWins ? 1 : 0;
    ++edge.total;
}

// Appends the edges to `part` in the tree's order. `tuples` is consumed.
void sum_tuples(std::vector<TreeTuple>& tuples, const SumOptions& options, TreePart& part);

// The same of tuples that are sorted, all of those of each of their positions.
void sum_sorted(std::span<const TreeTuple> tuples, const SumOptions& options, TreePart& part);

}  // namespace edge::tree
