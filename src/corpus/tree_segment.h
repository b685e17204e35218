// A part of a corpus's tree: the games of a range, in files of their own. An answer sums those of
// all segments, which cover the corpus without gaps; most corpora have one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "corpus/tree.h"
#include "corpus/tree_games.h"

namespace edge::corpus {

struct TreeSegment {
    Tree tree;
    std::optional<TreeGames> games;  // ordinals count from first_game
    uint64_t first_game;
    uint64_t end_game;

    uint64_t game_count() const { return end_game - first_game; }
};

// The file with the games of a tree: "tree.3.games" for "tree.3.dat".
std::string tree_games_name(std::string_view tree_name);

std::vector<const Tree*> trees_of(std::span<const TreeSegment> segments);

// An edge of one of several trees.
struct SegmentEdge {
    size_t segment;
    uint64_t number;  // in its file
    Edge edge;
};

// Finds the edges from positions.
class EdgeFinder {
public:
    // The trees must outlive it.
    explicit EdgeFinder(std::vector<const Tree*> trees) : trees_(std::move(trees)) {}

    // The edges from the position with that hash, by move and then by tree; valid until the next
    // call.
    std::span<const SegmentEdge> find(uint64_t hash);

    const Tree& tree(size_t segment) const { return *trees_[segment]; }
    size_t tree_count() const { return trees_.size(); }

private:
    std::vector<const Tree*> trees_;
    std::vector<uint64_t> numbers_;
    std::vector<SegmentEdge> edges_;
};

}  // namespace edge::corpus
