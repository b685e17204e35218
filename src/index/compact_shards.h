// edge compact --shards: joins neighbouring shards of a corpus that has grown, into about as many
// as one index of everything would make. Game ids, the tree and the id of the corpus stay; stored
// sets and lists of positions get the new shards.
//
// The files of shards have their numbers as names, so none can be replaced alone: a whole directory
// is written next to the corpus and exchanged with it at once. It shares with the old one, as
// second names, the files that stay as they are.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/directory_lock.h"
#include "edge/result.h"

namespace edge::indexing {

struct CompactShardsOptions {
    std::filesystem::path corpus;
    std::optional<uint32_t> shards = {};  // at most; default by the size of the sources
    unsigned threads = 0;                 // 0: all cores
    LockOptions lock = {};
    std::function<bool()> is_cancelled = {};
};

struct CompactShardsReport {
    std::filesystem::path corpus;  // absolute
    uint64_t games = 0;
    uint32_t shards_before = 0;
    uint32_t shards = 0;  // the same when there was nothing to join, and then nothing was written
    uint64_t corpus_bytes = 0;
    std::vector<std::string> warnings;
};

// Whoever has the corpus open keeps the old one.
Result<CompactShardsReport> compact_shards(const CompactShardsOptions& options);

}  // namespace edge::indexing
