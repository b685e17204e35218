// Runs a CompactRequest, and the JSON of its answer.
#pragma once

#include <string>
#include <variant>

#include "core/directory_lock.h"
#include "edge/result.h"
#include "index/compact.h"
#include "index/compact_shards.h"
#include "index/merge.h"
#include "wire/compact/compact_request.h"

namespace edge::wire {

// Of `tree`, `shards` and `drop`.
using CompactAnswer =
    std::variant<indexing::CompactReport, indexing::CompactShardsReport, indexing::MergeReport>;

// `lock.is_cancelled` is polled all the time, not only while waiting; 0 threads: all cores.
Result<CompactAnswer> run_compact_request(const CompactRequest& request, unsigned threads,
                                          const LockOptions& lock);

// As merge_json() for `drop`. For `tree`: {"corpus", "games", "segments_before", "segments",
// "edges"}, where the edges are 0 when the tree was one file already. For `shards`: {"corpus",
// "games", "shards_before", "shards", "corpus_bytes", "warnings": [...]}.
std::string compact_json(const CompactAnswer& answer);

}  // namespace edge::wire
