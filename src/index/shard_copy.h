// The games of a shard, or some of them, as a shard of another corpus: edge merge and edge compact.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "corpus/shard.h"
#include "edge/result.h"

namespace edge::indexing {

struct ShardCopy {
    std::filesystem::path stem;               // of the new files: CORPUS/shards/0
    std::function<bool(uint32_t)> is_kept;    // by number in the shard
    uint64_t first_offset = 0;                // added to each pgn_offset
    bool cols = true;                         // write columns
    std::function<bool()> is_cancelled = {};  // polled from any thread
};

struct CopiedGames {
    uint64_t games = 0;
    uint64_t plies = 0;
};

// Writes and syncs the files. Names are numbered anew; there are tags where the shard has some.
Result<CopiedGames> copy_shard(const corpus::Shard& from, const ShardCopy& copy);

}  // namespace edge::indexing
