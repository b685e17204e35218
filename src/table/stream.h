// Tables from a corpus for Arrow: start here. A stream of record batches, made while it is read, in
// bounded memory; only the requested columns cost anything. docs/arrow.md has the columns of every
// table.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "corpus/corpus.h"
#include "edge/arrow_abi.h"
#include "edge/result.h"
#include "query/expr.h"
#include "query/query.h"
#include "table/field.h"

namespace edge::table {

// Games: one row each. Edges: the moves of the tree. Positions: those at which the query holds.
// Moves: all of the games that match.
enum class Table : uint8_t { Games, Edges, Positions, Moves };

// Rows of a record batch when the caller does not say. Games are wide rows, and a corpus of a
// hundred thousand should be several batches for several threads.
constexpr uint32_t default_batch_rows(Table table) {
    return table == Table::Games ? 1U << 13 : 1U << 16;
}
inline constexpr uint32_t kMaxBatchRows = 1U << 24;

struct TableOptions {
    Table table = Table::Games;
    std::vector<std::string> columns = {};  // the default ones when empty
    query::Expr query = {};                 // every game when not given
    uint32_t batch_rows = 0;                // default_batch_rows when 0; at most kMaxBatchRows
};

// Fills *stream, which the caller releases; it keeps the corpus alive. All batches but the last
// have batch_rows rows, and they do not depend on the number of threads. Errors in the request are
// found here, those of damaged files when they are read. InvalidArgument names an unknown column
// and lists the known ones; Unsupported where the corpus lacks the file that the table is made
// from.
Status open_stream(std::shared_ptr<const corpus::Corpus> corpus, TableOptions options,
                   query::RunOptions run, ArrowArrayStream* stream);

}  // namespace edge::table
