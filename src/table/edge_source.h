// The table of edges: the tree move by move, counted over all games or over those that match.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "corpus/corpus.h"
#include "edge/result.h"
#include "query/query.h"
#include "table/batches.h"

namespace edge::table {

// `query` only where not every game counts. Unsupported when the corpus has no tree, or no
// tree.games and a query needs it. The corpus must outlive it.
Result<std::unique_ptr<BatchSource>> make_edge_source(const corpus::Corpus& corpus,
                                                      std::span<const std::string> columns,
                                                      std::optional<query::Query> query,
                                                      uint32_t batch_rows, query::RunOptions run);

}  // namespace edge::table
