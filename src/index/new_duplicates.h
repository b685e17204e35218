// Finds which of the new games of an add are duplicates: by the rules of `edge dedup`, but that no
// game that is there already is dropped.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "corpus/player_aliases.h"
#include "edge/result.h"
#include "index/duplicate_groups.h"
#include "index/shard_list.h"

namespace edge::indexing {

struct NewDuplicatesOptions {
    uint32_t first_new = 0;  // the id of the first new game, which begins a shard
    unsigned threads = 1;
    std::function<bool()> is_cancelled = {};  // polled from any thread
};

// The new games to drop, by id, each with the game that is kept: the best old one that it repeats,
// otherwise the best new one. The same whatever the number of threads. `shards` has no more games
// than check_game_ids() allows.
Result<std::vector<Duplicate>> find_new_duplicates(const ShardList& shards,
                                                   const corpus::PlayerAliases& aliases,
                                                   const NewDuplicatesOptions& options);

}  // namespace edge::indexing
