#include "wire/explore/explore_json.h"

#include <gtest/gtest.h>

#include "corpus/corpus_builder.h"

namespace edge::wire {
namespace {

ExploreAnswer sample() {
    explorer::Answer position;
    position.fen = "8/8/8/8/8/8/8/8 w - - 0 1";
    position.tree_plies = 40;
    position.score = {3, 2, 1};
    position.moves.push_back({Move(), "e4", "e2e4", {3, 2, 1}});
    ExploreAnswer answer;
    answer.positions.push_back(position);
    return answer;
}

TEST(ExploreJson, HasTheFieldsInOrder) {
    EXPECT_EQ(explore_json(sample()).value(),
              R"({"fen":"8/8/8/8/8/8/8/8 w - - 0 1","total":6,"white":3,"draws":2,"black":1,)"
              R"("source":"tree","tree_plies":40,)"
              R"("moves":[{"san":"e4","uci":"e2e4","total":6,"white":3,"draws":2,"black":1}]})");
}

TEST(ExploreJson, HasWhatElseWasRequested) {
    ExploreAnswer answer = sample();
    answer.filter = {"year >= 2000", 6};
    answer.positions[0].has_continued = true;
    answer.positions[0].moves[0].continued = 7;
    answer.positions[0].moves[0].details = corpus::Details{.average_rating = 2500,
                                                           .average_opponent_rating = 2400,
                                                           .performance = 2450,
                                                           .average_year = 2004,
                                                           .last_year = std::nullopt};
    EXPECT_EQ(explore_json(answer).value(),
              R"({"query":"year >= 2000","games_selected":6,)"
              R"("fen":"8/8/8/8/8/8/8/8 w - - 0 1","total":6,"white":3,"draws":2,"black":1,)"
              R"("source":"tree","tree_plies":40,)"
              R"("moves":[{"san":"e4","uci":"e2e4","total":6,"white":3,"draws":2,"black":1,)"
              R"("continued":7,"average_rating":2500,"average_opponent_rating":2400,)"
              R"("performance":2450,"average_year":2004,"last_year":null}]})");
}

TEST(ExploreJson, HasWarningsAboutTheQuery) {
    ExploreAnswer answer = sample();
    answer.filter = {"player = \"x\"", 0, {"nobody"}};
    EXPECT_TRUE(explore_json(answer)->starts_with(
        R"({"query":"player = \"x\"","games_selected":0,"warnings":["nobody"],"fen":)"));
}

TEST(ExploreJson, HasABoardWhenThereIsOne) {
    ExploreAnswer answer = sample();
    explorer::Board& board = answer.boards.emplace_back();
    board.start_fen = "x";
    board.line.push_back({"e4", "e2e4", "y"});
    board.legal.push_back({"c5", "c7c5"});
    const auto board_text = [&answer] {
        const std::string json = explore_json(answer).value();
        return json.substr(json.find("\"board\""));
    };
    EXPECT_EQ(board_text(),
              R"("board":{"turn":"white","check":false,"end":null,"start_fen":"x",)"
              R"("line":[{"san":"e4","uci":"e2e4","fen":"y"}],"legal":[{"san":"c5","uci":"c7c5"}],)"
              R"("opening":null}})");
    board = {.turn = Color::Black,
             .check = true,
             .end = explorer::GameEnd::Checkmate,
             .opening = Opening{"A00", "Grob"}};
    EXPECT_EQ(board_text(),
              R"("board":{"turn":"black","check":true,"end":"checkmate","start_fen":"","line":[],)"
              R"("legal":[],"opening":{"eco":"A00","name":"Grob"}}})");
}

TEST(ExploreJson, ABatchIsAnObjectWithAnswers) {
    ExploreAnswer answer;
    answer.is_batch = true;
    EXPECT_EQ(explore_json(answer).value(), R"({"answers":[]})");
    answer.positions.emplace_back().source = explorer::Source::Scan;
    EXPECT_EQ(explore_json(answer).value(),
              R"({"answers":[{"fen":"","total":0,"white":0,"draws":0,"black":0,"source":"scan",)"
              R"("tree_plies":null,"moves":[]}]})");
}

TEST(ExploreAnswer, ListsTheGamesBehindAMovePageByPage) {
    const test::TempDir dir;
    test::CorpusBuilder builder;
    builder.games = test::sample_games();
    for (size_t i = 0; i < builder.games.size(); ++i) {
        builder.games[i].header.white_elo = static_cast<uint16_t>(2000 + i);
    }
    builder.write(dir / "c");
    const auto corpus = corpus::Corpus::open((dir / "c").string()).value();
    auto request = parse_explore_request(R"({"games":{"move":"e4","limit":3}})").value();
    const auto chosen = choose_games(corpus, request, {}).value();
    ASSERT_TRUE(chosen);

    std::vector<uint64_t> ids;
    for (int page = 0; page < 2; ++page) {
        const auto answer = run_explore_request(corpus, request, &*chosen, {}).value();
        ASSERT_TRUE(answer.games);
        EXPECT_EQ(answer.games->games_matched, answer.positions[0].moves[0].score.total());
        for (const auto& game : answer.games->games) ids.push_back(game.game.id);
        EXPECT_EQ(answer.games->next_cursor.has_value(), page == 0);
        request.games->cursor = answer.games->next_cursor.value_or("");
        EXPECT_NE(explore_json(answer).value().find(R"("games":[{"game_id":)"), std::string::npos);
    }
    EXPECT_TRUE(std::ranges::is_sorted(ids, std::greater()));  // by rating, the highest first
    EXPECT_EQ(ids.size(), 4U);

    EXPECT_FALSE(parse_explore_request(R"({"positions":[],"games":{}})"));
    request.games->move = "Ke2";
    EXPECT_FALSE(run_explore_request(corpus, request, &*chosen, {}));
}

}  // namespace
}  // namespace edge::wire
