#include "wire/games/games_request.h"

#include <gtest/gtest.h>

#include "query/lang/text.h"

namespace edge::wire {
namespace {

std::string error_of(std::string_view json) {
    const auto request = parse_games_request(json);
    return request ? "none" : request.error().message;
}

TEST(GamesRequest, AnEmptyRequestIsEveryGameAsJson) {
    const auto request = parse_games_request("{}").value();
    EXPECT_TRUE(refers_to_all(request.asked.expr));
    EXPECT_EQ(request.format, GamesFormat::Json);
    EXPECT_EQ(request.sort, games::GameSort::None);
    EXPECT_TRUE(request.columns.empty());
}

TEST(GamesRequest, KnowsEveryField) {
    const auto request = parse_games_request(
        R"({"corpus": "c", "query": "result = W", "bitmap": "mates", "format": "csv",
            "columns": ["white", "tag:Event"], "sort": "date", "desc": true, "limit": 10,
            "cursor": "x"})");
    ASSERT_TRUE(request) << request.error().message;
    EXPECT_EQ(request->corpus, "c");
    EXPECT_EQ(query::to_text(request->asked.expr), "@mates and result = W");
    EXPECT_EQ(request->format, GamesFormat::Csv);
    ASSERT_EQ(request->columns.size(), 2U);
    EXPECT_EQ(request->columns[1].name, "tag:Event");
    EXPECT_EQ(request->sort, games::GameSort::Date);
    EXPECT_TRUE(request->descending);
    EXPECT_EQ(request->limit, 10U);
    EXPECT_EQ(request->cursor, "x");
    EXPECT_TRUE(parse_games_request(R"({"format": "pgn", "original": true})")->original);
    EXPECT_EQ(parse_games_request(R"({"game": 41})")->game, 41U);
    const auto marked =
        parse_games_request(R"({"format": "pgn", "mark": true, "from_match": true})").value();
    EXPECT_TRUE(marked.notes.mark);
    EXPECT_TRUE(marked.notes.from_match);
}

TEST(GamesRequest, SaysWhatIsWrongAndWhere) {
    struct Case {
        std::string_view json, message;
    };
    const Case cases[] = {
        {"3", "the request: found 3, expected an object"},
        {R"({"colums": []})", "/colums: unknown key 'colums'"},
        {R"({"format": "xml"})", "/format: found \"xml\", expected pgn"},
        {R"({"sort": "name"})", "/sort: found \"name\", expected none, elo, date or plies"},
        {R"({"columns": "white"})", "/columns: found \"white\", expected a list"},
        {R"({"columns": ["elo"]})", "/columns: found the column 'elo'"},
        {R"({"bitmap": ""})", "/bitmap: found \"\""},
        {R"({"format": "pgn", "columns": ["white"]})", "columns goes with format jsonl"},
        {R"({"format": "csv", "original": true})", "original goes with format pgn only"},
        {R"({"mark": true})", "mark goes with format pgn only"},
        {R"({"format": "pgn", "original": true, "from_match": true})",
         "from_match does not go with original"},
        {R"({"format": "pgn", "game": 1, "mark": true})", "it does not go with game"},
        {R"({"format": "csv", "width": 80})", "width goes with format table only"},
        {R"({"format": "table", "width": 10})", "/width: found 10, expected a whole number from"},
        {R"({"format": "table", "columns": ["white"]})", "columns goes with format jsonl"},
        {R"({"desc": true})", "desc goes with sort elo, date or plies"},
        {R"({"game": 1, "query": "result = W"})", "game names one game"},
        {R"({"game": 1, "limit": 2})", "game names one game"},
        {R"({"cursor": "1", "skip": 1})", "cursor does not go with skip"},
    };
    for (const Case& c : cases) {
        EXPECT_NE(error_of(c.json).find(c.message), std::string::npos) << c.json << "\n"
                                                                       << error_of(c.json);
    }
}

TEST(GamesRequest, OnlyFormatsWithColumnsHaveRows) {
    EXPECT_EQ(row_format(GamesFormat::Pgn), std::nullopt);
    EXPECT_EQ(row_format(GamesFormat::JsonLines), games::RowFormat::Json);
}

}  // namespace
}  // namespace edge::wire
