// Runs a MergeRequest, and the JSON of its answer, which is also that of a corpus without some
// games.
#pragma once

#include <functional>
#include <string>

#include "edge/result.h"
#include "index/merge.h"
#include "wire/merge/merge_request.h"

namespace edge::wire {

// 0 threads: all cores. `is_cancelled` is polled from any thread and may be empty.
Result<indexing::MergeReport> run_merge_request(const MergeRequest& request, unsigned threads,
                                                const std::function<bool()>& is_cancelled);

// {"corpus", "games", "plies", "left_out", "shards", "edges" or null, "corpus_bytes", "sets":
// [{"corpus", "name", "new_name"}], "warnings": [...]}.
std::string merge_json(const indexing::MergeReport& report);

}  // namespace edge::wire
