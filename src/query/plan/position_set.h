// A set of positions, made to be asked at every ply: the part of the hash that the board keeps
// anyway turns nearly all away.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "chess/position.h"

namespace edge::query {

class PositionSet {
public:
    // `positions` are different ones.
    explicit PositionSet(const std::vector<Position>& positions);

    // Whether the pieces may stand as in one of them, by their part of the hash.
    bool may_hold(uint64_t placement_hash) const {
        for (size_t at = placement_hash;; ++at) {
            const uint64_t slot = slots_[at & mask_];
            if (slot == kFree) return false;
            if (slot == used(placement_hash)) return true;
        }
    }
    // Side to move, castling rights and legal en passant count as well; clocks do not.
    bool holds(const Position& position) const;

private:
    static constexpr uint64_t kFree = 0;
    // A hash that happens to be kFree counts as another, so that its positions are looked at.
    static uint64_t used(uint64_t hash) { return hash == kFree ? 1 : hash; }

    std::vector<uint64_t> slots_;  // a power of two, at most half full
    uint64_t mask_ = 0;
    std::unordered_map<uint64_t, std::vector<Position>> by_placement_;
};

}  // namespace edge::query
