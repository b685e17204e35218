#include "tree/tree_sum.h"

#include <algorithm>
#include <bit>
#include <span>

#include "tree/tuple_sort.h"

namespace edge::tree {

using corpus::Edge;

namespace {

class PartWriter {
public:
    PartWriter(const SumOptions& options, TreePart& part) : options_(options), part_(part) {}

    // All tuples of one position, sorted.
    void add_position(std::span<const TreeTuple> tuples) {
        const uint64_t hash =
            std::rotl(tuples.front().key, static_cast<int>(options_.key_rotation));
        while (!tuples.empty()) {
            const Move move = tuples.front().move();
            const auto end = std::ranges::find_if(
                tuples, [&](const TreeTuple& tuple) { return tuple.move() != move; });
            const auto count = static_cast<size_t>(end - tuples.begin());
            add_edge(hash, tuples.first(count));
            tuples = tuples.subspan(count);
        }
    }

private:
    void add_edge(uint64_t hash, std::span<const TreeTuple> tuples) {
        Edge edge{hash, tuples.front().move().raw(), 0, 0, 0, 0};
        for (const TreeTuple& tuple : tuples) add_result(edge, tuple.result());
        part_.edges.push_back(edge);
        if (!options_.lists) return;
        games_.resize(tuples.size());
        std::ranges::transform(tuples, games_.begin(), &TreeTuple::game);
        part_.games.add(games_);
    }

    const SumOptions& options_;
    TreePart& part_;
    std::vector<uint32_t> games_;  // of the edge
};

}  // namespace

void sum_tuples(std::vector<TreeTuple>& tuples, const SumOptions& options, TreePart& part) {
    sort_tuples(tuples, options.shared_bits);
    sum_sorted(tuples, options, part);
}

void sum_sorted(std::span<const TreeTuple> tuples, const SumOptions& options, TreePart& part) {
    PartWriter writer(options, part);
    for (size_t begin = 0; begin < tuples.size();) {
        size_t end = begin;
        uint64_t games = 0;
        for (; end < tuples.size() && tuples[end].key == tuples[begin].key; ++end) {
            games += tuples[end].returns() ? 0 : 1;
        }
        if (games >= options.min_games) writer.add_position(tuples.subspan(begin, end - begin));
        begin = end;
    }
}

}  // namespace edge::tree
