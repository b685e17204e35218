#include "tree/large_slice.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace edge::tree {

using corpus::Edge;

namespace {

// Tuples are grouped by the next bits of their keys; the groups follow each other in the tree.
constexpr unsigned kGroupBits = 12;
constexpr size_t kGroups = size_t{1} << kGroupBits;

// Calls visit(tuple) for those of the groups from `begin` up to `end`, with its game.
template <class Visit>
void for_each_tuple(std::span<const TupleRange> ranges, unsigned shared_bits, size_t begin,
                    size_t end, Visit visit) {
    for (const TupleRange& range : ranges) {
        for (TreeTuple tuple : range.tuples) {
            const size_t group = tuple.key << shared_bits >> (64 - kGroupBits);
            if (group - begin >= end - begin) continue;
            tuple.set_game(tuple.game() + range.first_game);
            visit(tuple, group);
        }
    }
}

// Sums the tuples of a popular position, and of the few others in its group, as they come: there
// are too many to sort, but they have few edges.
class PopularEdges {
public:
    explicit PopularEdges(const SumOptions& options) : options_(options) {}

    void add(const TreeTuple& tuple) {
        Sum& sum = sums_[{tuple.key, tuple.move().raw()}];
        add_result(sum.edge, tuple.result());
        sum.games += tuple.returns() ? 0 : 1;
        if (options_.lists) sum.list.add(tuple.game());
    }

    // Each edge as a separate part: the lists of some take as much memory as all the rest.
    Status pass_on(const std::function<Status(TreePart)>& take) {
        std::vector<Sums::value_type*> sorted;
        for (auto& sum : sums_) sorted.push_back(&sum);
        std::ranges::sort(sorted, {}, [](const auto* sum) { return sum->first; });
        for (size_t begin = 0; begin < sorted.size();) {
            const uint64_t key = sorted[begin]->first.first;
            uint64_t games = 0;
            size_t end = begin;
            for (; end < sorted.size() && sorted[end]->first.first == key; ++end) {
                games += sorted[end]->second.games;
            }
            for (; begin < end; ++begin) {
                if (games >= options_.min_games) EDGE_CHECK(take(part_of(*sorted[begin])));
            }
        }
        return {};
    }

private:
    using Place = std::pair<uint64_t, uint16_t>;  // key and move
    struct PlaceHash {
        size_t operator()(const Place& place) const {
            const uint64_t move = place.second;
            return static_cast<size_t>(place.first ^ move * 0x9E3779B97F4A7C15);
        }
    };
    struct Sum {
        Edge edge{};
        uint64_t games = 0;  // that had not reached the position before
        corpus::GameList list;
    };
    using Sums = std::unordered_map<Place, Sum, PlaceHash>;

    TreePart part_of(Sums::value_type& found) const {
        const Place place = found.first;
        Edge edge = found.second.edge;
        edge.parent_hash = std::rotl(place.first, static_cast<int>(options_.key_rotation));
        edge.move_id = place.second;
        TreePart part;
        part.edges.push_back(edge);
        if (options_.lists) part.games.add(std::exchange(found.second.list, {}));
        return part;
    }

    const SumOptions& options_;
    Sums sums_;
};

}  // namespace

Status sum_large_slice(std::span<const TupleRange> ranges, const SumOptions& options, uint64_t room,
                       const std::function<Status(TreePart)>& take) {
    std::vector<uint64_t> sizes(kGroups);
    for_each_tuple(ranges, options.shared_bits, 0, kGroups,
                   [&](const TreeTuple&, size_t group) { ++sizes[group]; });
    for (size_t begin = 0; begin < kGroups;) {
        size_t end = begin;
        uint64_t size = sizes[end++];
        while (end < kGroups && size + sizes[end] <= room) size += sizes[end++];
        if (size <= room) {
            std::vector<TreeTuple> tuples;
            tuples.reserve(size);
            for_each_tuple(ranges, options.shared_bits, begin, end,
                           [&](const TreeTuple& tuple, size_t) { tuples.push_back(tuple); });
            TreePart part;
            sum_tuples(tuples, options, part);
            EDGE_CHECK(take(std::move(part)));
        } else {
            PopularEdges edges(options);
            for_each_tuple(ranges, options.shared_bits, begin, end,
                           [&](const TreeTuple& tuple, size_t) { edges.add(tuple); });
            EDGE_CHECK(edges.pass_on(take));
        }
        begin = end;
    }
    return {};
}

}  // namespace edge::tree
