// Random bitmaps with their slow twins: a set of (shard, game).
#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <set>
#include <utility>

#include "bitmap/bitmap.h"

namespace edge::test {

using GameSet = std::set<std::pair<uint32_t, uint32_t>>;

// Up to six shards, some empty, whose sizes often lie at the edges of bytes and words.
inline BitmapLayout random_layout() {
    const auto games =
        rc::gen::oneOf(rc::gen::element<uint32_t>(0, 1, 7, 8, 9, 63, 64, 65, 127, 128, 129),
                       rc::gen::inRange<uint32_t>(0, 400));
    const auto shards = *rc::gen::inRange<size_t>(0, 7);
    return {*rc::gen::container<std::vector<uint32_t>>(shards, games)};
}

inline GameSet random_games(const BitmapLayout& layout) {
    GameSet games;
    for (uint32_t shard = 0; shard < layout.shard_count(); ++shard) {
        const uint32_t count = layout.shard_games[shard];
        if (count == 0) continue;
        const auto chosen =
            *rc::gen::container<std::vector<uint32_t>>(rc::gen::inRange<uint32_t>(0, count));
        for (const uint32_t game : chosen) games.emplace(shard, game);
    }
    return games;
}

inline Bitmap bitmap_of(const BitmapLayout& layout, const GameSet& games) {
    Bitmap bitmap(layout);
    for (const auto& [shard, game] : games) bitmap.set(shard, game);
    return bitmap;
}

inline GameSet games_of(const Bitmap& bitmap) {
    GameSet games;
    for (uint32_t shard = 0; shard < bitmap.shard_count(); ++shard) {
        bitmap.for_each(shard, [&](uint32_t game) { games.emplace(shard, game); });
    }
    return games;
}

}  // namespace edge::test
