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
        query_row<R>(),
        query_json_row<R>(),
        scoutfish_row<R>(),
        bitmap_row<R>(),
        Row::choice<&R::options, &Options::table>("table", kTables, "Which table"),
        Row::list<&R::options, &Options::columns>(
            "columns", "The columns, in this order, none twice; the default ones when missing"),
        Row::count<&R::options, &Options::batch_rows>(
            "batch_rows", {1, table::kMaxBatchRows},
            "Rows of each batch but the last; when missing, 8192 of games and 65536 of the others"),
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
