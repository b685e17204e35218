// Private to table/: the four tables, each as what fills its batches.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "corpus/corpus.h"
#include "edge/result.h"
#include "query/query.h"
#include "table/batches.h"
#include "table/table.h"

namespace edge::table {

// The corpus must outlive them all.
Result<std::unique_ptr<BatchBuilder>> make_game_table(const corpus::Corpus& corpus,
                                                      std::span<const std::string> columns);
Result<std::unique_ptr<BatchBuilder>> make_position_table(const corpus::Corpus& corpus,
                                                          std::span<const std::string> columns);
Result<std::unique_ptr<BatchBuilder>> make_move_table(const corpus::Corpus& corpus,
                                                      std::span<const std::string> columns);

// The table that is asked for.
Result<std::unique_ptr<BatchSource>> open_table(const corpus::Corpus& corpus, TableOptions options,
                                                query::RunOptions run);

}  // namespace edge::table
