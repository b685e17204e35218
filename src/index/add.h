// More games for a corpus that is there: edge add. Game ids and all files stay as they are; the new
// games come as more shards and a tree of their own, which is merged with its neighbours when they
// are not much larger. One rename makes the change, so that a crash at any time leaves the corpus
// with all the new games or none.
#pragma once

#include "edge/result.h"
#include "index/index_report.h"
#include "index/indexer.h"

namespace edge::indexing {

// Adds the inputs to options.append, unless they are there already. The report counts what was
// read now; its `added` describes the corpus afterwards.
Result<IndexReport> add_games(const IndexOptions& options);

}  // namespace edge::indexing
