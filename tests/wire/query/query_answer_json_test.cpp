#include "wire/query/query_answer_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "query/game_set.h"
#include "query/lang/text.h"
#include "wire/json/json_text.h"

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

std::string answer_to(const test::GameSet& games, std::string_view request) {
    std::string text;
    const Status written =
        answer_query_request(games.corpus(), parse_query_request(request).value(), {2, {}},
                             [&](std::string_view piece) -> Status {
                                 text += piece;
                                 return {};
                             });
    EXPECT_TRUE(written);
    return text;
}

TEST(QueryAnswerJson, EveryAnswerSaysWhatWasAsked) {
    const test::GameSet games = two_games();
    const Json json = parsed(answer_to(games, R"({"query": "queens_off"})"));
    EXPECT_EQ(json["games_matched"], 0);
    EXPECT_EQ(json["games_scanned"], 2);
    EXPECT_EQ(json["query"], "streak(2, Q=q=0)");
    EXPECT_EQ(json["corpus"], games.corpus().path());
    EXPECT_FALSE(json.contains("files"));
    EXPECT_FALSE(json.contains("warnings"));
}

TEST(QueryAnswerJson, FilesAndWarningsAppearOnlyWhenThereAreSome) {
    const test::GameSet games = two_games();
    const Json json = parsed(answer_to(
        games,
        R"json({"query": "none(passed_pawn)", "answer": "groups", "key": "eco", "output": "@x"})json"));
    EXPECT_EQ(json["files"].size(), 1U);
    EXPECT_EQ(json["warnings"].size(), 1U);
}

TEST(QueryAnswerJson, EachAnswerHasItsFields) {
    const test::GameSet games = two_games();
    const auto fields = [&](std::string_view request) {
        std::string names;
        const Json json = parsed(answer_to(games, request));
        for (const auto& item : json.items()) {
            if (!names.empty()) names += ' ';
            names += item.key();
        }
        return names;
    };
    const std::string head = "games_matched games_scanned query corpus";
    const std::string aggregate = head + " games_without_position";
    EXPECT_EQ(fields("{}"), head);
    EXPECT_EQ(fields(R"({"answer": "heatmap"})"), aggregate + " positions_matched heatmap");
    EXPECT_EQ(fields(R"({"answer": "groups", "key": "eco"})"),
              aggregate + " positions_matched groups");
    EXPECT_EQ(fields(R"({"answer": "positions"})"),
              aggregate + " positions_matched positions_listed");
    EXPECT_EQ(fields(R"({"answer": "partition", "key": "eco", "output": "@p"})"),
              head + " partition parts");
    EXPECT_EQ(fields(R"({"answer": "matches"})"), head + " matches");
    EXPECT_EQ(fields(R"({"answer": "explain"})"),
              "query text query_json corpus header_only explain");
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
    const Json json = parsed(answer_to(games, R"({"query": "pass", "answer": "matches"})"));
    ASSERT_EQ(json["matches"].size(), 2U);
    EXPECT_EQ(json["matches"][1]["game_id"], 1);
    EXPECT_EQ(json["matches"][1]["plies"], Json::array({0}));
    EXPECT_EQ(json["matches"][1]["move"], "e4");
    const Json none =
        parsed(answer_to(games, R"({"query": "pass", "answer": "matches", "limit": 0})"));
    EXPECT_EQ(none["matches"], Json::array());
}

TEST(QueryAnswerJson, AnErrorOfTheSinkStopsTheWriting) {
    const test::GameSet games = two_games();
    const auto request = parse_query_request(R"({"answer": "matches"})").value();
    int pieces = 0;
    const Status written =
        answer_query_request(games.corpus(), request, {1, {}}, [&](std::string_view) -> Status {
            if (++pieces == 2) return fail(ErrorCode::Io, "gone");
            return {};
        });
    EXPECT_FALSE(written);
    EXPECT_EQ(pieces, 2);
}

TEST(QueryAnswerJson, ExplainSaysWhetherGamesArePlayed) {
    const test::GameSet games = two_games();
    const auto explained = [&games](const std::string& text) {
        return parsed(explain_json(prepared(games, text), *query::parse_text(text)));
    };
    EXPECT_EQ(explained("result = W")["header_only"], true);
    const Json nested = explained("year > 2000 and (result = W and year < 2010)");
    EXPECT_EQ(nested["query"], "year > 2000 and result = W and year < 2010");
    EXPECT_EQ(nested["text"], "year > 2000 and (result = W and year < 2010)");
    EXPECT_EQ(nested["query_json"]["and"].size(), 2U);
    const Json json = explained("checkmate");
    EXPECT_EQ(json["header_only"], false);
    EXPECT_GT(json["explain"].size(), 1U);
}

}  // namespace
}  // namespace edge::wire
