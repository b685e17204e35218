#include "tree/tuple_sort.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "core/fresh_pages.h"

namespace edge::tree {

namespace {

// Sorts many tuples of few edges, as in a popular position: only the edges are compared with each
// other, and each tuple is put after the earlier ones of its edge.
class EdgeSorter {
public:
    void sort(std::span<TreeTuple> tuples) {
        if (!count_edges(tuples)) {
            std::sort(tuples.begin(), tuples.end());
            return;
        }
        lay_out();
        unsorted_.assign(tuples.begin(), tuples.end());
        for (size_t i = 0; i < tuples.size(); ++i) {
            tuples[edges_[edge_of_[i]].next++] = unsorted_[i];
        }
        if (!std::is_sorted(tuples.begin(), tuples.end())) std::sort(tuples.begin(), tuples.end());
    }

private:
    using EdgeNumber = uint8_t;
    static constexpr size_t kMaxEdges = 64;

    struct Edge {
        uint64_t key;
        Move move;
        size_t count;
        size_t next;  // where its next tuple goes
    };

    // False when there are so many that finding them is slower than sorting.
    bool count_edges(std::span<const TreeTuple> tuples) {
        edge_count_ = 0;
        edge_of_.clear();
        for (const TreeTuple& tuple : tuples) {
            const auto edge = find_edge(tuple);
            if (!edge) return false;
            ++edges_[*edge].count;
            edge_of_.push_back(*edge);
        }
        return true;
    }

    std::optional<EdgeNumber> find_edge(const TreeTuple& tuple) {
        const Move move = tuple.move();
        for (size_t i = 0; i < edge_count_; ++i) {
            if (edges_[i].move == move && edges_[i].key == tuple.key) {
                return static_cast<EdgeNumber>(i);
            }
        }
        const size_t worth_it = std::min(kMaxEdges, 8 + edge_of_.size() / 4);
        if (edge_count_ >= worth_it) return std::nullopt;
        edges_[edge_count_] = {tuple.key, move, 0, 0};
        return static_cast<EdgeNumber>(edge_count_++);
    }

    void lay_out() {
        std::array<EdgeNumber, kMaxEdges> order;
        for (size_t i = 0; i < edge_count_; ++i) order[i] = static_cast<EdgeNumber>(i);
        const std::span used(order.data(), edge_count_);
        std::ranges::sort(used, {}, [this](EdgeNumber i) {
            return std::pair(edges_[i].key, edges_[i].move.raw());
        });
        size_t next = 0;
        for (const EdgeNumber i : used) {
            edges_[i].next = next;
            next += edges_[i].count;
        }
    }

    std::array<Edge, kMaxEdges> edges_;  // in the order of their first tuples
    size_t edge_count_ = 0;
    std::vector<EdgeNumber> edge_of_;  // of each tuple
    std::vector<TreeTuple> unsorted_;
};

// Best for a few tuples.
void sort_by_insertion(std::span<TreeTuple> tuples) {
    for (size_t next = 1; next < tuples.size(); ++next) {
        const TreeTuple tuple = tuples[next];
        size_t hole = next;
        for (; hole > 0 && tuple < tuples[hole - 1]; --hole) tuples[hole] = tuples[hole - 1];
        tuples[hole] = tuple;
    }
}

// How many leading bits of the key leave groups of a few tuples each; less than four where so few
// are sorted best as they are.
unsigned group_bits(size_t size) {
    constexpr unsigned kMaxBits = 16;
    return std::min(static_cast<unsigned>(std::bit_width(size / 4)), kMaxBits);
}

// One counting pass over the next bits of the key leaves groups of a few tuples each. The large
// groups are those of popular positions. `for_each` calls what it is given for each tuple, in the
// same order each time.
template <class ForEach>
void sort_to(TreeTuple* to, unsigned shared_bits, unsigned bits, const ForEach& for_each) {
    constexpr size_t kSmallGroup = 24;
    const size_t groups = size_t{1} << bits;
    const auto group_of = [&](const TreeTuple& tuple) {
        return tuple.key << shared_bits >> (64 - bits);
    };
    // Where the next tuple of a group goes; at the end, where the group ends.
    std::vector<size_t> ends(groups + 1);
    for_each([&](const TreeTuple& tuple) { ++ends[group_of(tuple) + 1]; });
    for (size_t g = 0; g < groups; ++g) ends[g + 1] += ends[g];
    for_each([&](const TreeTuple& tuple) { to[ends[group_of(tuple)]++] = tuple; });
    EdgeSorter by_edge;
    size_t begin = 0;
    for (size_t g = 0; g < groups; ++g) {
        const std::span group(to + begin, to + ends[g]);
        begin = ends[g];
        if (group.size() > kSmallGroup) {
            by_edge.sort(group);
        } else {
            sort_by_insertion(group);
        }
    }
}

constexpr unsigned kMinBits = 4;

}  // namespace

void sort_tuples(std::vector<TreeTuple>& tuples, unsigned shared_bits) {
    const unsigned bits = group_bits(tuples.size());
    if (bits < kMinBits) {
        std::sort(tuples.begin(), tuples.end());
        return;
    }
    std::vector<TreeTuple> sorted(tuples.size());
    sort_to(sorted.data(), shared_bits, bits, [&](auto visit) {
        for (const TreeTuple& tuple : tuples) visit(tuple);
    });
    tuples.swap(sorted);
}

std::unique_ptr<TreeTuple[]> sorted_copy(std::span<const TupleRange> ranges, size_t size,
                                         unsigned bucket_bits) {
    auto sorted = std::make_unique_for_overwrite<TreeTuple[]>(size);
    populate_pages(std::as_writable_bytes(std::span(sorted.get(), size)));
    const auto for_each = [&](auto visit) {
        for (const TupleRange& range : ranges) {
            for (TreeTuple tuple : range.tuples) {
                tuple.key = std::rotl(tuple.key, static_cast<int>(kBucketBits - bucket_bits));
                tuple.set_game(tuple.game() + range.first_game);
                visit(tuple);
            }
        }
    };
    const unsigned bits = group_bits(size);
    if (bits < kMinBits) {
        TreeTuple* next = sorted.get();
        for_each([&](const TreeTuple& tuple) { *next++ = tuple; });
        std::sort(sorted.get(), next);
    } else {
        sort_to(sorted.get(), 0, bits, for_each);
    }
    return sorted;
}

}  // namespace edge::tree
