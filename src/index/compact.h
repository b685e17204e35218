// edge compact: makes a corpus that has grown as if it had been indexed at once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "core/directory_lock.h"
#include "edge/result.h"

namespace edge::indexing {

struct CompactOptions {
    std::filesystem::path corpus;
    unsigned threads = 0;  // 0: all cores
    uint64_t memory = 0;   // bytes; 0: a quarter of the machine's memory
    LockOptions lock = {};
    std::function<bool()> is_cancelled = {};
};

struct CompactReport {
    std::filesystem::path corpus;  // absolute
    uint64_t games = 0;
    size_t segments_before = 0;
    size_t segments = 0;
    uint64_t edges = 0;  // of the joined tree; 0 when there was nothing to join
};

// The segments of the tree become one: the tree.dat and tree.games that one index of all games
// would have written. The corpus stays readable throughout.
Result<CompactReport> compact_tree(const CompactOptions& options);

}  // namespace edge::indexing
