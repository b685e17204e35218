#include "wire/explore/explore_request.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "query/lang/text.h"

namespace edge::wire {
namespace {

constexpr std::string_view kAfterE4E5 =
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";

std::string position_of(std::string_view json) {
    const auto request = parse_explore_request(json);
    return request ? to_fen(request->positions.front()) : request.error().message;
}

std::string error_of(std::string_view json) {
    const auto request = parse_explore_request(json);
    return request ? "none" : request.error().message;
}

TEST(ExploreRequest, AnEmptyRequestIsTheStart) {
    const auto request = parse_explore_request("{}").value();
    ASSERT_EQ(request.positions.size(), 1U);
    EXPECT_EQ(to_fen(request.positions.front()), to_fen(Position::start()));
    EXPECT_FALSE(request.is_batch);
    EXPECT_FALSE(request.deep);
    EXPECT_TRUE(refers_to_all(request.asked.expr));
}

TEST(ExploreRequest, KeepsLinesForBoards) {
    EXPECT_TRUE(parse_explore_request(R"({"moves": "e4 e5"})")->lines.empty());
    const auto one = parse_explore_request(R"({"moves": "e4 e5", "board": true})").value();
    ASSERT_EQ(one.lines.size(), 1U);
    EXPECT_EQ(one.lines[0].moves.size(), 2U);
    const auto many =
        parse_explore_request(R"({"positions": ["startpos moves d4", {}], "board": true})").value();
    ASSERT_EQ(many.lines.size(), 2U);
    EXPECT_EQ(many.lines[0].moves.size(), 1U);
    EXPECT_EQ(to_fen(many.lines[0].reached), to_fen(many.positions[0]));
}

TEST(ExploreRequest, APositionIsAFenOrMovesOrBoth) {
    EXPECT_EQ(position_of(R"({"moves": "1. e4 e5"})"), kAfterE4E5);
    EXPECT_EQ(position_of(R"({"moves": ["e4", "e7e5"]})"), kAfterE4E5);
    EXPECT_EQ(position_of(R"({"moves": []})"), to_fen(Position::start()));
    EXPECT_EQ(position_of(std::string(R"({"fen": ")") + std::string(kAfterE4E5) + "\"}"),
              kAfterE4E5);
    EXPECT_EQ(
        position_of(
            R"({"fen": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "moves": "e5"})"),
        kAfterE4E5);
}

TEST(ExploreRequest, ABatchTakesThemInAnyForm) {
    const auto request = parse_explore_request(
        R"({"positions": ["startpos", "moves e4 e5", {"moves": ["e4", "e5"]}, {}], "deep": true})");
    ASSERT_TRUE(request) << request.error().message;
    EXPECT_TRUE(request->is_batch);
    EXPECT_TRUE(request->deep);
    ASSERT_EQ(request->positions.size(), 4U);
    EXPECT_EQ(to_fen(request->positions[1]), kAfterE4E5);
    EXPECT_EQ(to_fen(request->positions[2]), kAfterE4E5);
    EXPECT_TRUE(parse_explore_request(R"({"positions": []})")->positions.empty());
}

TEST(ExploreRequest, APageOfGamesIsAnObjectOfItsOwn) {
    const auto request =
        parse_explore_request(R"({"games": {"sort": "date", "limit": 7, "move": "e4"}})").value();
    ASSERT_TRUE(request.games);
    EXPECT_EQ(request.games->sort, games::GameSort::Date);
    EXPECT_TRUE(request.games->descending);
    EXPECT_EQ(request.games->limit, 7U);
    EXPECT_EQ(request.games->move, "e4");
    EXPECT_EQ(parse_explore_request(R"({"games": {}})")->games->limit, 20U);
    EXPECT_EQ(error_of(R"({"games": {"limit": 1001}})"),
              "/games/limit: found 1001, expected a whole number from 0 to 1000");
    EXPECT_NE(error_of(R"({"games": {"curso": ""}})").find("did you mean cursor?"),
              std::string::npos);
    EXPECT_EQ(error_of(R"({"games": {}, "positions": []})"),
              "/positions: found both \"positions\" and \"games\", expected one");
}

TEST(ExploreRequest, AQueryChoosesTheGames) {
    EXPECT_EQ(query::to_text(
                  parse_explore_request(R"({"query": "elo >= 2500", "bitmap": "@x"})")->asked.expr),
              "@x and elo >= 2500");
}

TEST(ExploreRequest, SaysWhatIsWrongAndWhere) {
    struct Case {
        std::string_view json, message;
    };
    const Case cases[] = {
        {"[]", "the request: found [], expected an object"},
        {R"({"fenn": ""})", "/fenn: unknown key 'fenn'"},
        {R"({"fen": "8/8 w"})", "/fen: "},
        {R"({"moves": "e4 Ke3"})", "/moves: found 'Ke3' as move 2"},
        {R"({"moves": 3})", "/moves: found 3, expected a string"},
        {R"({"positions": [3]})", "/positions/0: found 3, expected a position"},
        {R"({"positions": ["e9"]})", "/positions/0: "},
        {R"({"positions": [{"moves": ["e5"]}]})", "/positions/0/moves: found 'e5' as move 1"},
        {R"({"positions": [], "fen": ""})", "/positions: "},
        {R"({"deep": 1})", "/deep: found 1, expected true or false"},
        {R"({"query": "resul"})", "/query: column 1"},
    };
    for (const Case& c : cases) {
        EXPECT_NE(error_of(c.json).find(c.message), std::string::npos) << c.json << "\n"
                                                                       << error_of(c.json);
    }
}

}  // namespace
}  // namespace edge::wire
