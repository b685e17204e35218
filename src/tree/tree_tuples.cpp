#include "tree/tree_tuples.h"

#include <algorithm>

#include "core/fresh_pages.h"

namespace edge::tree {

SlicedTuples slice_tuples(std::span<const TreeTuple> tuples) {
    SlicedTuples sorted;
    sorted.tuples = std::make_unique_for_overwrite<TreeTuple[]>(tuples.size());
    populate_pages(std::as_writable_bytes(std::span(sorted.tuples.get(), tuples.size())));
    for (const TreeTuple& tuple : tuples) ++sorted.begins[slice_of(tuple.key) + 1];
    for (size_t s = 0; s < kSlices; ++s) sorted.begins[s + 1] += sorted.begins[s];
    std::array<uint32_t, kSlices + 1> next = sorted.begins;
    for (const TreeTuple& tuple : tuples) sorted.tuples[next[slice_of(tuple.key)]++] = tuple;
    return sorted;
}

void TupleCollector::finish_game(uint32_t game, GameResult result) {
    if (result == GameResult::Unknown) return drop_game();
    const auto first = tuples_.begin() + static_cast<std::ptrdiff_t>(game_at_);
    for (auto tuple = first; tuple != tuples_.end(); ++tuple) {
        tuple->set_game(game);
        tuple->set_result(result);
    }
    if (!returns_) return;
    // The tuple of the first visit sorts before those of later ones by the same move.
    std::sort(first, tuples_.end());
    const auto same_edge = [](const TreeTuple& a, const TreeTuple& b) {
        return a.key == b.key && a.move() == b.move();
    };
    tuples_.erase(std::unique(first, tuples_.end(), same_edge), tuples_.end());
}

}  // namespace edge::tree
