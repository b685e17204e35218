#include "wire/query_answer_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "query/game_set.h"
#include "query/text.h"
#include "wire/json_text.h"

namespace edge::wire {
namespace {

// Two short games: a mate, and one that goes on.
test::GameSet two_games() {
    return test::GameSet({{.moves = test::line("f3 e5 g4 Qh4#")}, {.moves = test::line("e4 e5")}});
}

query::Query prepared(const test::GameSet& games, std::string_view text) {
    return query::Query::prepare(games.corpus(), query::parse_text(text).value()).value();
}

Json parsed(const std::string& text) { return Json::parse(text); }

TEST(QueryAnswerJson, EveryAnswerSaysWhatWasAsked) {
    const test::GameSet games = two_games();
    const query::Query query = prepared(games, "queens_off");
    const Json json = parsed(count_answer_json({query, 1, 2}));
    EXPECT_EQ(json["games_matched"], 1);
    EXPECT_EQ(json["games_scanned"], 2);
    EXPECT_EQ(json["query"], "streak(2, either: Q=q=0)");
    EXPECT_EQ(json["corpus"], games.corpus().path());
    EXPECT_FALSE(json.contains("files"));
    EXPECT_FALSE(json.contains("warnings"));
}

TEST(QueryAnswerJson, FilesAndWarningsAreThereWhenThereAreSome) {
    const test::GameSet games = two_games();
    const query::Query query = prepared(games, "all");
    const Json json = parsed(count_answer_json({query, 2, 2, {"a.bm"}, {"careful"}}));
    EXPECT_EQ(json["files"], Json::array({"a.bm"}));
    EXPECT_EQ(json["warnings"], Json::array({"careful"}));
}

TEST(QueryAnswerJson, AMatchHasTheMovePlayedFromItsLastPly) {
    const test::GameSet games = two_games();
    const auto move_of = [&](std::vector<uint32_t> plies) {
        return parsed(match_json(games.corpus(), {0, {0, 0}, std::move(plies)}).value())["move"];
    };
    EXPECT_EQ(move_of({0}), "f3");
    EXPECT_EQ(move_of({1, 3}), "Qh4#");
    EXPECT_EQ(move_of({4}), nullptr) << "nothing is played from the last position";
    EXPECT_EQ(move_of({}), nullptr) << "a header decided";
}

TEST(QueryAnswerJson, MatchesAreInOneArray) {
    const test::GameSet games = two_games();
    const query::Query query = prepared(games, R"(move("e4"))");
    const auto matches = query::find_matches(query, {}, {}).value();
    const Json json = parsed(matches_answer_json({query, 1, 2}, matches).value());
    ASSERT_EQ(json["matches"].size(), 1U);
    EXPECT_EQ(json["matches"][0]["game_id"], 1);
    EXPECT_EQ(json["matches"][0]["plies"], Json::array({0}));
    EXPECT_EQ(json["matches"][0]["move"], "e4");
}

TEST(QueryAnswerJson, ExplainTellsWhetherGamesArePlayed) {
    const test::GameSet games = two_games();
    EXPECT_EQ(parsed(explain_json(prepared(games, "result = W")))["header_only"], true);
    const Json json = parsed(explain_json(prepared(games, "checkmate")));
    EXPECT_EQ(json["header_only"], false);
    EXPECT_GT(json["explain"].size(), 1U);
}

}  // namespace
}  // namespace edge::wire
