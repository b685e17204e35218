#include "ingest/tree_tuples.h"

#include <algorithm>

#include "core/fresh_pages.h"

namespace edge::ingest {

PartitionedTuples partition_tuples(std::span<const TreeTuple> tuples) {
    PartitionedTuples sorted;
    sorted.tuples = std::make_unique_for_overwrite<TreeTuple[]>(tuples.size());
    populate_pages(std::as_writable_bytes(std::span(sorted.tuples.get(), tuples.size())));
    for (const TreeTuple& tuple : tuples) ++sorted.begins[partition_of(tuple.key) + 1];
    for (size_t p = 0; p < kPartitions; ++p) sorted.begins[p + 1] += sorted.begins[p];
    std::array<uint32_t, kPartitions + 1> next = sorted.begins;
    for (const TreeTuple& tuple : tuples) sorted.tuples[next[partition_of(tuple.key)]++] = tuple;
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

}  // namespace edge::ingest
