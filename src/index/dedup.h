// Finds the games that a corpus has twice, `edge dedup`.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "bitmap/bitmap.h"
#include "corpus/corpus.h"
#include "edge/result.h"
#include "index/duplicate_groups.h"

namespace edge::indexing {

struct DedupOptions {
    bool near_misses = false;  // look for them, too
    unsigned threads = 1;
    // Called now and then, from any thread, with the games looked at so far; false stops the run
    // with Cancelled.
    std::function<bool(uint64_t games_done)> on_progress = {};
};

struct DedupReport {
    uint64_t groups = 0;  // games that are kept and have duplicates
    // One for each game to drop, by the game kept for it, then by id.
    std::vector<Duplicate> duplicates;
    std::vector<NearMiss> near_misses;  // in the same order
};

// The same whatever the number of threads. Takes 8 bytes a game, 16 where a shard's N.cols lacks
// the hashes, 24 where half of the games are duplicates; and for 10 million synthetic games, of
// which 100,000 have the same opening, 40 MB on one thread and 190 MB on 16.
Result<DedupReport> find_duplicates(const corpus::Corpus& corpus, const DedupOptions& options);

// The games to drop as a set.
Bitmap dropped_games(const corpus::Corpus& corpus, const DedupReport& report);

}  // namespace edge::indexing
