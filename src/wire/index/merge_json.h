// The JSON of edge merge and edge compact --drop.
#pragma once

#include <string>

#include "index/merge.h"

namespace edge::wire {

// {"corpus", "games", "plies", "left_out", "shards", "edges" or null, "corpus_bytes", "sets":
// [{"corpus", "name", "new_name"}], "warnings": [...]}.
std::string merge_json(const indexing::MergeReport& report);

}  // namespace edge::wire
