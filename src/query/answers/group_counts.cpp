#include "query/answers/group_counts.h"

#include <algorithm>
#include <bit>

namespace edge::query {
namespace {

constexpr size_t kFirstSlots = 64;

// Multiplication mixes upwards, so the high bits are the best mixed.
uint64_t hash_of(GroupCode code) {
    uint64_t hash = code.first * 0x9E3779B97F4A7C15;
    hash ^= hash >> 32;
    hash = (hash + code.second) * 0xC2B2AE3D27D4EB4F;
    hash ^= hash >> 29;
    return hash * 0x9E3779B97F4A7C15;
}

}  // namespace

void GroupCounts::prefetch(GroupCode code) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[hash_of(code) >> shift_], 1);
}

GroupTally& GroupCounts::slot_of(GroupCode code) {
    const size_t mask = slots_.size() - 1;
    // Slots are never freed and some are always empty, so this ends.
    for (size_t at = hash_of(code) >> shift_;; ++at) {
        GroupTally& tally = slots_[at & mask];
        if (tally.games == 0 || tally.code == code) return tally;
    }
}

void GroupCounts::grow() {
    std::vector<GroupTally> old(std::max(kFirstSlots, 2 * slots_.size()));
    old.swap(slots_);
    shift_ = std::countl_zero(uint64_t{slots_.size() - 1});
    for (const GroupTally& tally : old) {
        if (tally.games != 0) slot_of(tally.code) = tally;
    }
}

void GroupCounts::add(const GroupShare& share, uint64_t game) {
    if (4 * (size_ + 1) > 3 * slots_.size()) grow();
    GroupTally& tally = slot_of(share.code);
    tally.positions += share.positions;
    if (tally.games != 0 && tally.last_game == game) return;
    if (tally.games == 0) {
        tally.code = share.code;
        ++size_;
    }
    tally.last_game = game;
    ++tally.games;
    tally.white += share.white;
    tally.draws += share.draws;
    tally.black += share.black;
}

void GroupCounts::merge(const GroupCounts& other,
                        const std::function<GroupCode(GroupCode)>& code_of) {
    other.for_each([&](const GroupTally& from) {
        if (4 * (size_ + 1) > 3 * slots_.size()) grow();
        const GroupCode code = code_of(from.code);
        GroupTally& tally = slot_of(code);
        if (tally.games == 0) {
            tally = from;
            tally.code = code;
            ++size_;
            return;
        }
        tally.positions += from.positions;
        tally.games += from.games;
        tally.white += from.white;
        tally.draws += from.draws;
        tally.black += from.black;
    });
}

}  // namespace edge::query
