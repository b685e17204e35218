// What is to be indexed and how, as a surface that speaks JSON asks for it.
#pragma once

#include <string_view>

#include "edge/result.h"
#include "ingest/indexer.h"

namespace edge::wire {

// {"inputs": [PATH, ...] or "PATH", "out": PATH, "from": KIND, "deleted", "force", "shards",
// "tree", "tree_plies": N or "all", "tree_min_games", "tree_games", "extra", "cols", "bad_games":
// "keep", "skip" or "fail", "where": TEXT, "max_games", "sample", "seed", "memory": "512M"}; all
// but the first two may be missing. Paths are passed on as they are. InvalidArgument names the
// place as a JSON pointer.
Result<ingest::IndexOptions> parse_index_request(std::string_view json);

}  // namespace edge::wire
