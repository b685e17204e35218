// The games of one shard or several, or some of them, as a shard of another corpus: edge merge and
// edge compact.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "corpus/shard.h"
#include "edge/result.h"

namespace edge::indexing {

struct ShardPart {
    const corpus::Shard* shard;
    std::function<bool(uint32_t)> is_kept = {};  // by number in the shard; empty: all are
    uint64_t first_offset = 0;                   // added to each pgn_offset
};

struct ShardCopy {
    std::filesystem::path stem;               // of the new files: CORPUS/shards/0
    std::vector<ShardPart> parts;             // in the order of the games
    bool cols = true;                         // write columns
    std::function<bool()> is_cancelled = {};  // polled from any thread
};

struct CopiedGames {
    uint64_t games = 0;
    uint64_t plies = 0;
};

// Writes and syncs the files: the bytes that an index of these games would write. Names are
// numbered anew; there are tags where all parts have some.
Result<CopiedGames> copy_shard(const ShardCopy& copy);

}  // namespace edge::indexing
