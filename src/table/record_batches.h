// How a table becomes record batches. A RecordBatchBuilder makes the columns of rows that are
// given, a RecordBatchSource knows which rows come next; the stream asks the source.
#pragma once

#include <memory>
#include <vector>

#include "edge/result.h"
#include "query/query.h"
#include "table/array.h"
#include "table/field.h"
#include "table/row_plan.h"

namespace edge::table {

// Safe to use from many threads.
class RecordBatchBuilder {
public:
    virtual ~RecordBatchBuilder() = default;
    virtual std::vector<Field> fields() const = 0;
    virtual Result<OwnedArray> build(const RowPlan& plan) const = 0;
};

// Not thread-safe; uses threads itself.
class RecordBatchSource {
public:
    virtual ~RecordBatchSource() = default;
    virtual std::vector<Field> fields() const = 0;
    // The next record batches in order, at least one; none at the end.
    virtual Result<std::vector<OwnedArray>> next() = 0;
};

// The rows of games that answer the query.
std::unique_ptr<RecordBatchSource> make_game_source(std::unique_ptr<RecordBatchBuilder> builder,
                                                    query::Query query, RowKind kind,
                                                    uint32_t batch_rows, query::RunOptions run);

// How many record batches are made at once: some for each thread, so that none waits long for
// another, and with many threads one for each.
size_t record_batches_at_once(const query::RunOptions& run);

// The columns as a record batch of `rows` rows. The error of a column names it.
Result<OwnedArray> finish_record_batch(std::vector<ArrayBuilder> columns,
                                       const std::vector<Field>& fields, uint64_t rows);

// A builder for each field, with room for that many rows.
std::vector<ArrayBuilder> make_builders(const std::vector<Field>& fields, uint64_t rows);

}  // namespace edge::table
