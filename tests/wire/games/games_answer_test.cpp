#include "wire/games/games_answer.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "query/game_set.h"
#include "wire/json/json_text.h"

namespace edge::wire {
namespace {

class GamesAnswerTest : public testing::Test {
protected:
    std::string answer(std::string_view json) {
        std::string text;
        const Status written =
            answer_games_request(games_.corpus(), parse_games_request(json).value(), {2, {}},
                                 [&](std::string_view piece) -> Status {
                                     text += piece;
                                     return {};
                                 });
        EXPECT_TRUE(written) << written.error().message;
        return text;
    }

    const test::GameSet games_{test::classics_pgn()};
};

TEST_F(GamesAnswerTest, IsOneObjectWithTheRowsAndTheNextCursor) {
    const Json json = Json::parse(
        answer(R"({"query": "checkmate", "columns": ["game_id", "match_plies"], "limit": 2})"));
    EXPECT_EQ(json["games_matched"], 10);
    EXPECT_EQ(json["query"], "ever(checkmate)");
    ASSERT_EQ(json["games"].size(), 2U);
    EXPECT_EQ(json["games"][1], Json::parse(R"({"game_id": 2, "match_plies": [45]})"));
    EXPECT_TRUE(json["next_cursor"].is_string());
}

TEST_F(GamesAnswerTest, PagesPutTogetherAreTheWholeList) {
    std::vector<int> ids;
    std::string cursor;
    for (int page = 0; page < 4; ++page) {
        Json request = {{"sort", "date"}, {"limit", 17}, {"columns", {"game_id"}}};
        if (!cursor.empty()) request["cursor"] = cursor;
        const Json json = Json::parse(answer(request.dump()));
        for (const Json& game : json["games"]) ids.push_back(game["game_id"].get<int>());
        cursor = json["next_cursor"].is_null() ? "" : json["next_cursor"].get<std::string>();
    }
    EXPECT_TRUE(cursor.empty());
    std::vector<int> whole;
    const Json all = Json::parse(answer(R"({"sort": "date", "columns": ["game_id"]})"));
    for (const Json& game : all["games"]) whole.push_back(game["game_id"].get<int>());
    EXPECT_EQ(ids, whole);
    EXPECT_EQ(ids.size(), 58U);
}

TEST_F(GamesAnswerTest, OtherFormsAreTheTextAlone) {
    EXPECT_EQ(answer(R"({"game": 0, "format": "uci"})"),
              "e2e4 e7e5 g1f3 d7d6 f1c4 c8g4 b1c3 g7g6 f3e5 g4d1 c4f7 e8e7 c3d5 1-0\n");
    EXPECT_EQ(answer(R"({"game": 0, "format": "csv", "columns": ["white", "plies"]})"),
              "white,plies\r\nLegall de Kermeur,13\r\n");
    EXPECT_EQ(answer(R"({"game": 0, "format": "jsonl", "columns": ["white", "plies"]})"),
              "{\"white\":\"Legall de Kermeur\",\"plies\":13}\n");
    EXPECT_NE(answer(R"({"game": 0, "format": "table", "width": 80})").find("\n 0  Legall de"),
              std::string::npos);
    const std::string pgn = answer(R"({"game": 0, "format": "pgn"})");
    EXPECT_EQ(answer(R"({"game": 0, "format": "pgn", "original": true})"), pgn);
}

TEST_F(GamesAnswerTest, MarksMatchesOfAQueryThatSaysWhereTheyAre) {
    const std::string pgn =
        answer(R"({"query": "checkmate", "format": "pgn", "mark": true, "limit": 1})");
    EXPECT_NE(pgn.find("Nd5#\n{match} 1-0"), std::string::npos) << pgn;
    const auto request =
        parse_games_request(R"({"query": "result = W", "format": "pgn", "mark": true})").value();
    const Status refused = answer_games_request(games_.corpus(), request, {1, {}},
                                                [](std::string_view) { return Status(); });
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::InvalidArgument);
    EXPECT_NE(refused.error().message.find("'result = W'"), std::string::npos);
}

TEST_F(GamesAnswerTest, AGamePastTheEndIsNotFound) {
    const auto request = parse_games_request(R"({"game": 58})").value();
    const auto query = query::Query::prepare(games_.corpus(), {}).value();
    EXPECT_EQ(select_games(query, request, {1, {}}).error().code, ErrorCode::NotFound);
}

}  // namespace
}  // namespace edge::wire
