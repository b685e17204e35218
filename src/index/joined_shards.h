// Where the games of neighbouring shards are once some of them have been joined.
#pragma once

#include <cstdint>
#include <vector>

#include "bitmap/bitmap.h"

namespace edge::indexing {

struct JoinedShards {
    struct Place {
        uint32_t shard = 0;
        uint32_t first_game = 0;  // in it, of the games of the old shard
    };

    BitmapLayout before;
    BitmapLayout after;
    std::vector<uint32_t> firsts;  // of each new shard, the first old one
    std::vector<Place> places;     // of each old shard

    // One after the last old shard of a new one.
    uint32_t end_of(uint32_t new_shard) const;
    // Whether it holds the games of a single old one.
    bool is_as_before(uint32_t new_shard) const {
        return end_of(new_shard) == firsts[new_shard] + 1;
    }
    // How many of the new shards lie within the first `games` games.
    uint32_t shards_within(uint64_t games) const;
};

JoinedShards join_layout(BitmapLayout before, std::vector<uint32_t> firsts);

// The set with the same games, in the first `shards` of the new shards.
Bitmap joined_set(const Bitmap& set, const JoinedShards& joined, uint32_t shards);

}  // namespace edge::indexing
