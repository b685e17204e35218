// One ply of one game on its way into the tree: which position, which move, which result. Tuples
// are kept by partition, a contiguous range of buckets of the finished tree, so that each partition
// can be gathered, sorted and summed alone.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "chess/move.h"
#include "codec/game_result.h"

namespace edge::ingest {

// The tree's order is by bucket, the low bits of the hash, then by hash. A hash turned right by the
// number of bucket bits sorts in just that order.
inline constexpr unsigned kBucketBits = 20;
inline constexpr unsigned kPartitionBits = 10;
inline constexpr size_t kPartitions = size_t{1} << kPartitionBits;

struct [[gnu::packed]] TreeTuple {
    uint64_t key;      // std::rotr(hash, kBucketBits)
    uint32_t payload;  // SMove16, the result in bits 16-17, kReturns

    Move move() const { return Move::from_raw(static_cast<uint16_t>(payload)); }
    GameResult result() const { return static_cast<GameResult>(payload >> 16 & 3U); }
    bool returns() const { return (payload & kReturns) != 0; }

    // The game had been in this position before and gone on by another move, so it counts for the
    // edge and not for the position.
    static constexpr uint32_t kReturns = 1U << 18;
};
static_assert(sizeof(TreeTuple) == 12);

inline size_t partition_of(uint64_t key) { return key >> (64 - kPartitionBits); }

// The tuples of some games, sorted by partition.
struct PartitionedTuples {
    std::unique_ptr<TreeTuple[]> tuples;
    std::array<uint32_t, kPartitions + 1> begins{};

    size_t size() const { return begins[kPartitions]; }
    std::span<const TreeTuple> partition(size_t p) const {
        return {tuples.get() + begins[p], tuples.get() + begins[p + 1]};
    }
};
PartitionedTuples partition_tuples(std::span<const TreeTuple> tuples);

}  // namespace edge::ingest
