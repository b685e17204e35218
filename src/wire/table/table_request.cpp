#include "wire/table/table_request.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "wire/json/query_rows.h"
#include "wire/json/request_reader.h"

namespace edge::wire {
namespace {

constexpr std::string_view kTables[] = {"games", "edges", "positions", "moves"};

}  // namespace

const Fields<TableRequest>& table_fields() {
    using R = TableRequest;
    using Options = table::TableOptions;
    using Row = FieldRow<R>;
    static const Fields<R> rows = {
        corpus_row<R>(),
        query_rows<R>(),
        bitmap_row<R>(),
        Row::choice<&R::options, &Options::table>("table", kTables, "Which table"),
        Row::list<&R::options, &Options::columns>(
            "columns", "The columns in this order, each only once; when missing, the default ones"),
        Row::count<&R::options, &Options::batch_rows>(
            "batch_rows", {1, table::kMaxBatchRows},
            "Rows in each batch but the last (default: 8192 for games, 65536 for the others)"),
    };
    return rows;
}

Result<table::TableOptions> parse_table_request(std::string_view json) {
    const Json document = EDGE_TRY(parse_json(json));
    const JsonNode node(document, "the request");
    TableRequest request;
    EDGE_CHECK(read_fields(node, table_fields(), request));
    if (request.asked.skip || request.asked.limit) {
        return node.at("scoutfish").wrong("\"skip\" and \"limit\" do not go with a table");
    }
    request.options.query = std::move(request.asked.expr);
    return std::move(request.options);
}

}  // namespace edge::wire
