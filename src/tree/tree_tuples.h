// One ply of one game on its way into the tree: which position, which move, which game, which
// result. Tuples are kept by slice, a contiguous range of buckets of the finished tree, so that
// each slice can be gathered, sorted and summed alone.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "chess/move.h"
#include "codec/game_result.h"

namespace edge::tree {

// The tree's order is by bucket, the low bits of the hash, then by hash. A hash rotated right by
// the number of bucket bits sorts in exactly that order.
inline constexpr unsigned kBucketBits = 20;
inline constexpr unsigned kSliceBits = 10;
inline constexpr size_t kSlices = size_t{1} << kSliceBits;

// Sorts by position, then move, then game.
struct TreeTuple {
    uint64_t key;   // std::rotr(hash, kBucketBits)
    uint64_t rest;  // kReturns, the result in bits 1-2, the game from bit 16, the move from bit 48

    TreeTuple() = default;
    TreeTuple(uint64_t tuple_key, Move move, bool returns)
        : key(tuple_key), rest(uint64_t{move.raw()} << 48 | (returns ? kReturns : 0)) {}

    Move move() const { return Move::from_raw(static_cast<uint16_t>(rest >> 48)); }
    uint32_t game() const { return static_cast<uint32_t>(rest >> 16); }
    GameResult result() const { return static_cast<GameResult>(rest >> 1 & 3U); }
    bool returns() const { return (rest & kReturns) != 0; }

    void set_game(uint32_t game) { rest = (rest & ~kGame) | uint64_t{game} << 16; }
    void set_result(GameResult result) { rest |= static_cast<uint64_t>(result) << 1; }

    friend auto operator<=>(const TreeTuple&, const TreeTuple&) = default;

private:
    // The game had already reached this position and continued with another move, so it counts for
    // the edge but not for the position.
    static constexpr uint64_t kReturns = 1;
    static constexpr uint64_t kGame = uint64_t{0xFFFFFFFF} << 16;
};
static_assert(sizeof(TreeTuple) == 16);

inline size_t slice_of(uint64_t key) { return key >> (64 - kSliceBits); }

// Some tuples in the order of their games, in memory or in a mapped file.
struct TupleRange {
    std::span<const TreeTuple> tuples;
    uint32_t first_game;  // to be added to the number of each game
};

// The tuples of some games, sorted by slice.
struct SlicedTuples {
    std::unique_ptr<TreeTuple[]> tuples;
    std::array<uint32_t, kSlices + 1> begins{};

    size_t size() const { return begins[kSlices]; }
    std::span<TreeTuple> slice(size_t s) {
        return {tuples.get() + begins[s], tuples.get() + begins[s + 1]};
    }
    std::span<const TreeTuple> slice(size_t s) const {
        return {tuples.get() + begins[s], tuples.get() + begins[s + 1]};
    }
};
SlicedTuples slice_tuples(std::span<const TreeTuple> tuples);

// Collects the tuples of games, one game after another. A game counts once per edge, and once per
// position.
class TupleCollector {
public:
    void clear() { tuples_.clear(); }
    void begin_game() {
        game_at_ = tuples_.size();
        returns_ = false;
    }
    // The next ply of the game; `clock` is the position's number of plies without a capture or a
    // pawn's move. A position can only recur within those, so only they are searched.
    [[gnu::always_inline]] void add(uint64_t hash, unsigned clock, Move move) {
        const uint64_t key = std::rotr(hash, kBucketBits);
        const bool returns = clock >= 4 && is_return(key, clock);
        tuples_.emplace_back(key, move, returns);
        returns_ |= returns;
    }
    // `game` numbers the games within the collection. One without a result adds nothing.
    void finish_game(uint32_t game, GameResult result);
    void drop_game() { tuples_.resize(game_at_); }

    SlicedTuples sliced() const { return slice_tuples(tuples_); }

private:
    bool is_return(uint64_t key, unsigned clock) const {
        const size_t ply = tuples_.size() - game_at_;
        for (size_t back = 4; back <= clock && back <= ply; back += 2) {
            if (tuples_[tuples_.size() - back].key == key) return true;
        }
        return false;
    }

    std::vector<TreeTuple> tuples_;
    size_t game_at_ = 0;  // where the tuples of the game begin
    bool returns_ = false;
};

}  // namespace edge::tree
