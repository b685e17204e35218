// A set of games as dense bits, one array of words for each shard of a corpus, and the algebra of
// such sets. The file it is kept in is bitmap/bitmap_file.h.
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "edge/result.h"

namespace edge {

// How many games each shard holds. Bitmaps can be combined only when their layouts are equal.
struct BitmapLayout {
    std::vector<uint32_t> shard_games;

    uint32_t shard_count() const { return static_cast<uint32_t>(shard_games.size()); }
    uint64_t total() const;
    bool operator==(const BitmapLayout&) const = default;
};

// Whether a corpus of layout `left` can have grown into one of layout `right`: more shards, the
// same games in those that there were.
bool can_grow_into(const BitmapLayout& left, const BitmapLayout& right);

// "shard 3: 1200 games against 1187", to follow "differ in"; nothing when the layouts are equal.
std::optional<std::string> first_difference(const BitmapLayout& left, const BitmapLayout& right);

class Bitmap {
public:
    static constexpr uint32_t kWordBits = 64;

    explicit Bitmap(BitmapLayout layout);  // the empty set

    const BitmapLayout& layout() const { return layout_; }
    uint32_t shard_count() const { return layout_.shard_count(); }

    bool test(uint32_t shard, uint32_t game) const {
        assert(game < layout_.shard_games[shard]);
        return (words_[shard][game / kWordBits] >> (game % kWordBits) & 1) != 0;
    }
    void set(uint32_t shard, uint32_t game) {
        assert(game < layout_.shard_games[shard]);
        words_[shard][game / kWordBits] |= uint64_t{1} << (game % kWordBits);
    }

    uint64_t count() const;
    uint64_t count(uint32_t shard) const;

    // Game g of the shard is bit g % 64 of word g / 64. A caller that writes words leaves the bits
    // beyond the last game zero. Threads may write to different words at the same time.
    std::span<uint64_t> words_of(uint32_t shard) { return words_[shard]; }
    std::span<const uint64_t> words_of(uint32_t shard) const { return words_[shard]; }

    // All four change this set and fail, changing nothing, when the layouts differ.
    Status and_with(const Bitmap& other);
    Status or_with(const Bitmap& other);
    Status xor_with(const Bitmap& other);
    Status subtract(const Bitmap& other);

    // Makes it a set of the corpus that this one has grown into, with none of the new games.
    void grow_into(const BitmapLayout& layout);

    // Turns the set into its complement.
    void complement();

    // Calls visit(game) for the games of a shard that are in the set, in order.
    template <class Visit>
    void for_each(uint32_t shard, Visit visit) const {
        const std::span<const uint64_t> words = words_of(shard);
        for (size_t i = 0; i < words.size(); ++i) {
            for (uint64_t word = words[i]; word != 0; word &= word - 1) {
                visit(static_cast<uint32_t>(i * kWordBits) +
                      static_cast<uint32_t>(std::countr_zero(word)));
            }
        }
    }

    bool operator==(const Bitmap&) const = default;

private:
    void add_words();  // of the shards that have none yet
    template <class Combine>
    Status combine(const Bitmap& other, Combine combine_words);

    BitmapLayout layout_;
    std::vector<std::vector<uint64_t>> words_;  // by shard
};

}  // namespace edge
