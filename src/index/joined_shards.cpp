#include "index/joined_shards.h"

#include <cassert>
#include <utility>

namespace edge::indexing {

uint32_t JoinedShards::end_of(uint32_t new_shard) const {
    return new_shard + 1 < firsts.size() ? firsts[new_shard + 1] : before.shard_count();
}

uint32_t JoinedShards::shards_within(uint64_t games) const {
    uint32_t shard = 0;
    for (; shard < after.shard_count() && after.shard_games[shard] <= games; ++shard) {
        games -= after.shard_games[shard];
    }
    return shard;
}

JoinedShards join_layout(BitmapLayout before, std::vector<uint32_t> firsts) {
    JoinedShards joined{.before = std::move(before), .after = {}, .firsts = {}, .places = {}};
    joined.firsts = std::move(firsts);
    joined.after.shard_games.reserve(joined.firsts.size());
    joined.places.reserve(joined.before.shard_count());
    for (uint32_t shard = 0; shard < joined.firsts.size(); ++shard) {
        uint32_t games = 0;
        for (uint32_t old = joined.firsts[shard]; old < joined.end_of(shard); ++old) {
            joined.places.push_back({shard, games});
            games += joined.before.shard_games[old];
        }
        joined.after.shard_games.push_back(games);
    }
    return joined;
}

Bitmap joined_set(const Bitmap& set, const JoinedShards& joined, uint32_t shards) {
    assert(set.layout() == joined.before);
    BitmapLayout layout = joined.after;
    layout.shard_games.resize(shards);
    Bitmap result(std::move(layout));
    for (uint32_t old = 0; old < set.shard_count(); ++old) {
        const JoinedShards::Place place = joined.places[old];
        if (place.shard >= shards) break;
        set.for_each(old, [&](uint32_t game) { result.set(place.shard, place.first_game + game); });
    }
    return result;
}

}  // namespace edge::indexing
