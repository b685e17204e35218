#include "table/tables.h"

#include <optional>
#include <utility>
#include <variant>

namespace edge::table {
namespace {

using Names = std::span<const std::string>;

Result<std::unique_ptr<RecordBatchBuilder>> make_builder(const corpus::Corpus& corpus, RowKind rows,
                                                         Names columns) {
    switch (rows) {
        case RowKind::Games:
            return make_game_table(corpus, columns);
        case RowKind::Moves:
            return make_move_table(corpus, columns);
        case RowKind::Positions:
            return make_position_table(corpus, columns);
    }
    return fail(ErrorCode::InvalidArgument, "no such table");
}

Result<std::unique_ptr<RecordBatchSource>> open_rows(const corpus::Corpus& corpus, RowKind rows,
                                                     TableOptions options, query::RunOptions run) {
    auto builder = EDGE_TRY(make_builder(corpus, rows, options.columns));
    auto query = EDGE_TRY(query::Query::prepare(corpus, std::move(options.query)));
    return make_game_source(std::move(builder), std::move(query), rows, options.batch_rows,
                            std::move(run));
}

Result<std::unique_ptr<RecordBatchSource>> open_edges(const corpus::Corpus& corpus,
                                                      TableOptions options, query::RunOptions run) {
    std::optional<query::Query> query;
    if (!std::holds_alternative<query::All>(options.query.node)) {
        query = EDGE_TRY(query::Query::prepare(corpus, std::move(options.query)));
    }
    return make_edge_table(corpus, options.columns, std::move(query), options.batch_rows,
                           std::move(run));
}

}  // namespace

Result<std::unique_ptr<RecordBatchSource>> open_table(const corpus::Corpus& corpus,
                                                      TableOptions options, query::RunOptions run) {
    if (options.batch_rows == 0) options.batch_rows = default_batch_rows(options.table);
    switch (options.table) {
        case Table::Games:
            return open_rows(corpus, RowKind::Games, std::move(options), std::move(run));
        case Table::Moves:
            return open_rows(corpus, RowKind::Moves, std::move(options), std::move(run));
        case Table::Positions:
            return open_rows(corpus, RowKind::Positions, std::move(options), std::move(run));
        case Table::Edges:
            return open_edges(corpus, std::move(options), std::move(run));
    }
    return fail(ErrorCode::InvalidArgument, "no such table");
}

}  // namespace edge::table
