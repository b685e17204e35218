#include "ingest/tree_sum.h"

#include <algorithm>
#include <bit>
#include <span>

namespace edge::ingest {

using corpus::Edge;

namespace {

void sort_group(TreeTuple* begin, TreeTuple* end) {
    // Most groups are tiny, which insertion suits best.
    if (end - begin > 24) {
        std::sort(begin, end);
        return;
    }
    for (TreeTuple* next = begin + 1; next < end; ++next) {
        const TreeTuple tuple = *next;
        TreeTuple* hole = next;
        for (; hole > begin && tuple < hole[-1]; --hole) *hole = hole[-1];
        *hole = tuple;
    }
}

// One counting pass over the next bits of the key leaves groups of a few tuples each.
void sort_tuples(std::vector<TreeTuple>& tuples, unsigned shared_bits) {
    constexpr unsigned kMaxBits = 12;
    const auto wanted = static_cast<unsigned>(std::bit_width(tuples.size() / 4));
    const unsigned bits = std::min(wanted, kMaxBits);
    if (bits < 4) {
        std::sort(tuples.begin(), tuples.end());
        return;
    }
    const size_t groups = size_t{1} << bits;
    const auto group_of = [&](const TreeTuple& tuple) {
        return tuple.key << shared_bits >> (64 - bits);
    };
    std::vector<size_t> begins(groups + 1);
    for (const TreeTuple& tuple : tuples) ++begins[group_of(tuple) + 1];
    for (size_t g = 0; g < groups; ++g) begins[g + 1] += begins[g];
    std::vector<TreeTuple> sorted(tuples.size());
    std::vector<size_t> next(begins.begin(), begins.end() - 1);
    for (const TreeTuple& tuple : tuples) sorted[next[group_of(tuple)]++] = tuple;
    for (size_t g = 0; g < groups; ++g) {
        sort_group(sorted.data() + begins[g], sorted.data() + begins[g + 1]);
    }
    tuples.swap(sorted);
}

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
        for (const TreeTuple& tuple : tuples) {
            const GameResult result = tuple.result();
            edge.white += result == GameResult::WhiteWins ? 1 : 0;
            edge.draws += result == GameResult::Draw ? 1 : 0;
            edge.black += result == GameResult::BlackWins ? 1 : 0;
        }
        edge.total = edge.white + edge.draws + edge.black;
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
    PartWriter writer(options, part);
    const std::span<const TreeTuple> all(tuples);
    for (size_t begin = 0; begin < all.size();) {
        size_t end = begin;
        uint64_t games = 0;
        for (; end < all.size() && all[end].key == all[begin].key; ++end) {
            games += all[end].returns() ? 0 : 1;
        }
        if (games >= options.min_games) writer.add_position(all.subspan(begin, end - begin));
        begin = end;
    }
}

}  // namespace edge::ingest
