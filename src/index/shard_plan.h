// Which neighbouring shards of a corpus become one, so that there are about as many as one index of
// everything would make.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace edge::indexing {

struct PlannedShard {
    uint64_t bytes = 0;  // of its files
    uint32_t games = 0;
    bool has_tags = true;  // N.extra
};

// The first shard of each group that becomes one, ascending; all of them when nothing is to be
// joined. Groups end where a shard ends that is nearest to an even cut, so there are at most
// `wanted` of them; more only where neighbours have to stay apart: shards with tags and without,
// and games that are too many for one shard.
std::vector<uint32_t> plan_shards(std::span<const PlannedShard> shards, uint32_t wanted);

}  // namespace edge::indexing
