#include "corpus/tree_segment.h"

#include <algorithm>
#include <tuple>

namespace edge::corpus {

std::string tree_games_name(std::string_view tree_name) {
    constexpr std::string_view kEnding = ".dat";
    if (tree_name.ends_with(kEnding)) tree_name.remove_suffix(kEnding.size());
    return std::string(tree_name) + ".games";
}

std::vector<const Tree*> trees_of(std::span<const TreeSegment> segments) {
    std::vector<const Tree*> trees;
    trees.reserve(segments.size());
    for (const TreeSegment& segment : segments) trees.push_back(&segment.tree);
    return trees;
}

std::span<const SegmentEdge> EdgeFinder::find(uint64_t hash) {
    edges_.clear();
    for (size_t i = 0; i < trees_.size(); ++i) {
        trees_[i]->numbers_of(hash, numbers_);
        for (const uint64_t number : numbers_) {
            edges_.push_back({i, number, trees_[i]->edge(number)});
        }
    }
    // Those of one tree are in this order already.
    if (!edges_.empty() && edges_.front().segment != edges_.back().segment) {
        std::ranges::sort(edges_, {}, [](const SegmentEdge& of) {
            return std::tuple(of.edge.move_id, of.segment, of.number);
        });
    }
    return edges_;
}

}  // namespace edge::corpus
