// Private to table/: the four tables, each as what makes its record batches.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "corpus/corpus.h"
#include "edge/result.h"
#include "query/query.h"
#include "table/record_batches.h"
#include "table/stream.h"

namespace edge::table {

// The corpus must outlive them all.
Result<std::unique_ptr<RecordBatchBuilder>> make_game_table(const corpus::Corpus& corpus,
                                                            std::span<const std::string> columns);
Result<std::unique_ptr<RecordBatchBuilder>> make_position_table(
    const corpus::Corpus& corpus, std::span<const std::string> columns);
Result<std::unique_ptr<RecordBatchBuilder>> make_move_table(const corpus::Corpus& corpus,
                                                            std::span<const std::string> columns);

// `query` only where not every game counts. Unsupported when the corpus has no tree, or no
// tree.games and a query needs it.
Result<std::unique_ptr<RecordBatchSource>> make_edge_table(const corpus::Corpus& corpus,
                                                           std::span<const std::string> columns,
                                                           std::optional<query::Query> query,
                                                           uint32_t batch_rows,
                                                           query::RunOptions run);

// The table that is asked for.
Result<std::unique_ptr<RecordBatchSource>> open_table(const corpus::Corpus& corpus,
                                                      TableOptions options, query::RunOptions run);

}  // namespace edge::table
