#include "index/shard_plan.h"

#include <algorithm>
#include <iterator>

namespace edge::indexing {

namespace {

// Where the even cuts are, as the shards after which they come.
std::vector<uint32_t> even_cuts(std::span<const PlannedShard> shards, uint32_t wanted) {
    std::vector<uint64_t> ends;  // bytes up to the end of each shard
    ends.reserve(shards.size());
    uint64_t total = 0;
    for (const PlannedShard& shard : shards) ends.push_back(total += shard.bytes);
    std::vector<uint32_t> cuts;
    __extension__ using Wide = unsigned __int128;
    for (uint32_t i = 1; i < wanted; ++i) {
        const auto cut = static_cast<uint64_t>(Wide{total} * i / wanted);
        const auto after = std::ranges::lower_bound(ends, cut);
        auto nearest = static_cast<uint32_t>(after - ends.begin());
        if (nearest > 0 && cut - ends[nearest - 1] <= ends[nearest] - cut) --nearest;
        cuts.push_back(nearest + 1);
    }
    return cuts;
}

}  // namespace

std::vector<uint32_t> plan_shards(std::span<const PlannedShard> shards, uint32_t wanted) {
    const auto count = static_cast<uint32_t>(shards.size());
    std::vector<uint32_t> firsts;
    if (wanted >= count) {
        for (uint32_t shard = 0; shard < count; ++shard) firsts.push_back(shard);
        return firsts;
    }
    const std::vector<uint32_t> cuts = even_cuts(shards, wanted);
    uint64_t games = 0;
    for (uint32_t shard = 0; shard < count; ++shard) {
        games += shards[shard].games;
        const bool must_begin = shard == 0 ||
                                shards[shard].has_tags != shards[shard - 1].has_tags ||
                                games > UINT32_MAX;
        if (!must_begin && !std::ranges::binary_search(cuts, shard)) continue;
        firsts.push_back(shard);
        games = shards[shard].games;
    }
    return firsts;
}

}  // namespace edge::indexing
