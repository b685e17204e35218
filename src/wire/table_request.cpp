#include "wire/table_request.h"

#include <array>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "wire/query_json_parts.h"
#include "wire/request_fields.h"

namespace edge::wire {
namespace {

constexpr std::array<std::string_view, 8> kFields = {"corpus", "query", "query_json", "scoutfish",
                                                     "bitmap", "table", "columns",    "batch_rows"};
constexpr std::array<std::string_view, 4> kTables = {"games", "edges", "positions", "moves"};

}  // namespace

Result<table::TableOptions> parse_table_request(std::string_view json) {
    const Json document = EDGE_TRY(parse_json(json));
    const JsonNode node(document, "the request");
    EDGE_CHECK(check_fields(node, kFields));
    EDGE_CHECK(read_text(node, "corpus"));
    table::TableOptions options;
    AskedQuery asked = EDGE_TRY(read_asked_query(node));
    if (asked.skip || asked.limit) {
        return node.at("scoutfish").wrong("\"skip\" and \"limit\" do not go with a table");
    }
    options.query = std::move(asked.expr);
    if (node.has("table")) {
        options.table = EDGE_TRY(read_enum<table::Table>(node.at("table"), kTables));
    }
    if (node.has("columns")) {
        for (const JsonNode& item : EDGE_TRY(node.at("columns").items(1))) {
            options.columns.push_back(EDGE_TRY(item.text()));
        }
    }
    if (node.has("batch_rows")) {
        options.batch_rows =
            static_cast<uint32_t>(EDGE_TRY(node.at("batch_rows").integer(1, table::kMaxBatchRows)));
    }
    return options;
}

}  // namespace edge::wire
