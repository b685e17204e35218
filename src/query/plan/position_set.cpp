#include "query/plan/position_set.h"

#include <algorithm>
#include <bit>

#include "query/plan/predicate_evaluation.h"

namespace edge::query {

PositionSet::PositionSet(const std::vector<Position>& positions)
    : slots_(std::bit_ceil(2 * positions.size() + 2), kFree), mask_(slots_.size() - 1) {
    for (const Position& position : positions) {
        const uint64_t hash = placement_hash(position);
        by_placement_[hash].push_back(position);
        if (may_hold(hash)) continue;
        size_t at = hash;
        while (slots_[at & mask_] != kFree) ++at;
        slots_[at & mask_] = used(hash);
    }
}

bool PositionSet::holds(const Position& position) const {
    const auto found = by_placement_.find(placement_hash(position));
    return found != by_placement_.end() &&
           std::ranges::any_of(found->second,
                               [&](const Position& one) { return one.same_position(position); });
}

}  // namespace edge::query
