#include "wire/table/table_request.h"

#include <gtest/gtest.h>

#include "query/lang/text.h"

namespace edge::wire {
namespace {

std::string error_of(std::string_view json) {
    const auto request = parse_table_request(json);
    return request ? "none" : request.error().message;
}

TEST(TableRequest, ReadsEveryField) {
    const auto options =
        parse_table_request(R"({"corpus": "c", "table": "moves", "query": "result = W",)"
                            R"( "columns": ["san", "ply"], "batch_rows": 7})")
            .value();
    EXPECT_EQ(options.table, table::Table::Moves);
    EXPECT_EQ(options.columns, (std::vector<std::string>{"san", "ply"}));
    EXPECT_EQ(options.query, query::parse_text("result = W").value());
    EXPECT_EQ(options.batch_rows, 7U);
}

TEST(TableRequest, AnEmptyRequestIsAllGames) {
    const auto options = parse_table_request("{}").value();
    EXPECT_EQ(options.table, table::Table::Games);
    EXPECT_TRUE(options.columns.empty());
    EXPECT_EQ(options.query, query::Expr{});
    EXPECT_EQ(options.batch_rows, 0U);
}

TEST(TableRequest, TakesEveryFormOfAQuery) {
    const auto text = parse_table_request(R"({"query": "result = W"})").value();
    const auto json = parse_table_request(R"({"query_json": {"result": ["W"]}})").value();
    EXPECT_EQ(query::normalized(text.query), query::normalized(json.query));
    EXPECT_EQ(error_of(R"({"scoutfish": {"result": "1-0"}})"), "none");
    EXPECT_EQ(error_of(R"({"bitmap": "mine"})"), "none");
}

TEST(TableRequest, NamesThePlaceOfAMistake) {
    EXPECT_EQ(error_of("[]"), "the request: found [], expected an object");
    EXPECT_TRUE(error_of(R"({"table": "players"})").starts_with("/table: "));
    EXPECT_TRUE(error_of(R"({"columns": []})").starts_with("/columns: "));
    EXPECT_TRUE(error_of(R"({"columns": [1]})").starts_with("/columns/0: "));
    EXPECT_TRUE(error_of(R"({"batch_rows": 0})").starts_with("/batch_rows: "));
    EXPECT_TRUE(error_of(R"({"rows": 3})").starts_with("/rows: unknown key"));
    EXPECT_TRUE(error_of(R"({"query": "result = "})").starts_with("/query: "));
    EXPECT_TRUE(error_of(R"({"scoutfish": {"pass": "", "limit": 3}})").starts_with("/scoutfish: "));
}

}  // namespace
}  // namespace edge::wire
