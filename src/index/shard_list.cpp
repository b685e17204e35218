#include "index/shard_list.h"

#include <algorithm>

namespace edge::indexing {

void ShardList::append(const corpus::Corpus& corpus) {
    for (uint32_t number = 0; number < corpus.shard_count(); ++number) {
        const corpus::Shard& shard = corpus.shard(number);
        shards_.push_back(&shard);
        first_ids_.push_back(first_ids_.back() + shard.game_count());
    }
}

corpus::GamePlace ShardList::locate(uint64_t game_id) const {
    const auto after = std::ranges::upper_bound(first_ids_, game_id);
    const auto shard = static_cast<uint32_t>(after - first_ids_.begin() - 1);
    return {shard, static_cast<uint32_t>(game_id - first_ids_[shard])};
}

}  // namespace edge::indexing
