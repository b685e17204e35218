#include "bitmap/bitmap.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace edge {

uint64_t BitmapLayout::total() const {
    return std::accumulate(shard_games.begin(), shard_games.end(), uint64_t{0});
}

bool can_grow_into(const BitmapLayout& left, const BitmapLayout& right) {
    return left.shard_count() <= right.shard_count() &&
           std::ranges::equal(left.shard_games,
                              std::span(right.shard_games).first(left.shard_count()));
}

std::optional<std::string> first_difference(const BitmapLayout& left, const BitmapLayout& right) {
    const auto [here, there] = std::ranges::mismatch(left.shard_games, right.shard_games);
    if (here != left.shard_games.end() && there != right.shard_games.end()) {
        return fmt::format("shard {}: {} games against {}", here - left.shard_games.begin(), *here,
                           *there);
    }
    if (left.shard_count() == right.shard_count()) return std::nullopt;
    return fmt::format("the number of shards: {} against {}", left.shard_count(),
                       right.shard_count());
}

Bitmap::Bitmap(BitmapLayout layout) : layout_(std::move(layout)) { add_words(); }

void Bitmap::add_words() {
    words_.reserve(layout_.shard_games.size());
    for (size_t shard = words_.size(); shard < layout_.shard_games.size(); ++shard) {
        const uint32_t games = layout_.shard_games[shard];
        words_.emplace_back(games / kWordBits + (games % kWordBits != 0));
    }
}

void Bitmap::grow_into(const BitmapLayout& layout) {
    assert(can_grow_into(layout_, layout));
    layout_ = layout;
    add_words();
}

uint64_t Bitmap::count() const {
    uint64_t games = 0;
    for (uint32_t shard = 0; shard < shard_count(); ++shard) games += count(shard);
    return games;
}

uint64_t Bitmap::count(uint32_t shard) const {
    uint64_t games = 0;
    for (const uint64_t word : words_of(shard)) games += static_cast<uint64_t>(std::popcount(word));
    return games;
}

template <class Combine>
Status Bitmap::combine(const Bitmap& other, Combine combine_words) {
    if (const auto difference = first_difference(layout_, other.layout_)) {
        return fail(ErrorCode::Unsupported, fmt::format("the bitmaps differ in {}", *difference));
    }
    for (uint32_t shard = 0; shard < shard_count(); ++shard) {
        // Not std::ranges::transform: it watches the ends of both ranges, and clang 19 does not
        // vectorise that.
        std::transform(words_[shard].begin(), words_[shard].end(), other.words_[shard].begin(),
                       words_[shard].begin(), combine_words);
    }
    return {};
}

Status Bitmap::and_with(const Bitmap& other) {
    return combine(other, [](uint64_t a, uint64_t b) { return a & b; });
}

Status Bitmap::or_with(const Bitmap& other) {
    return combine(other, [](uint64_t a, uint64_t b) { return a | b; });
}

Status Bitmap::xor_with(const Bitmap& other) {
    return combine(other, [](uint64_t a, uint64_t b) { return a ^ b; });
}

Status Bitmap::subtract(const Bitmap& other) {
    return combine(other, [](uint64_t a, uint64_t b) { return a & ~b; });
}

void Bitmap::complement() {
    for (uint32_t shard = 0; shard < shard_count(); ++shard) {
        for (uint64_t& word : words_[shard]) word = ~word;
        const uint32_t used = layout_.shard_games[shard] % kWordBits;
        if (used != 0) words_[shard].back() &= (uint64_t{1} << used) - 1;
    }
}

}  // namespace edge
