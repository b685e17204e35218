#include "ingest/tree_sum.h"

#include <algorithm>
#include <bit>

namespace edge::ingest {

using corpus::Edge;

namespace {

bool comes_before(const TreeTuple& a, const TreeTuple& b) {
    const uint64_t a_key = a.key;
    const uint64_t b_key = b.key;
    if (a_key != b_key) return a_key < b_key;
    return static_cast<uint16_t>(a.payload) < static_cast<uint16_t>(b.payload);
}

void sort_group(TreeTuple* begin, TreeTuple* end) {
    // Most groups are tiny, which insertion suits best.
    if (end - begin > 24) {
        std::sort(begin, end, comes_before);
        return;
    }
    for (TreeTuple* next = begin + 1; next < end; ++next) {
        const TreeTuple tuple = *next;
        TreeTuple* hole = next;
        for (; hole > begin && comes_before(tuple, hole[-1]); --hole) *hole = hole[-1];
        *hole = tuple;
    }
}

// One counting pass over the next bits of the key leaves groups of a few tuples each.
void sort_tuples(std::vector<TreeTuple>& tuples, unsigned shared_bits) {
    constexpr unsigned kMaxBits = 12;
    const auto wanted = static_cast<unsigned>(std::bit_width(tuples.size() / 4));
    const unsigned bits = std::min(wanted, kMaxBits);
    if (bits < 4) {
        std::sort(tuples.begin(), tuples.end(), comes_before);
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

}  // namespace

void sum_tuples(std::vector<TreeTuple>& tuples, const SumOptions& options,
                std::vector<Edge>& edges) {
    sort_tuples(tuples, options.shared_bits);
    for (size_t i = 0; i < tuples.size();) {
        const uint64_t key = tuples[i].key;
        const uint64_t hash = std::rotl(key, static_cast<int>(options.key_rotation));
        const size_t first_edge = edges.size();
        uint64_t games = 0;
        while (i < tuples.size() && tuples[i].key == key) {
            Edge edge{hash, tuples[i].move().raw(), 0, 0, 0, 0};
            for (; i < tuples.size() && tuples[i].key == key &&
                   tuples[i].move().raw() == edge.move_id;
                 ++i) {
                const GameResult result = tuples[i].result();
                edge.white += result == GameResult::WhiteWins ? 1 : 0;
                edge.draws += result == GameResult::Draw ? 1 : 0;
                edge.black += result == GameResult::BlackWins ? 1 : 0;
                games += tuples[i].returns() ? 0 : 1;
            }
            edge.total = edge.white + edge.draws + edge.black;
            edges.push_back(edge);
        }
        if (games < options.min_games) edges.resize(first_edge);
    }
}

}  // namespace edge::ingest
