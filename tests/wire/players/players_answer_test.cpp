#include "wire/players/players_answer.h"

#include <gtest/gtest.h>

#include "corpus/corpus_builder.h"

namespace edge::wire {
namespace {

std::string answer(std::string_view request, bool with_cols) {
    const test::TempDir dir;
    test::CorpusBuilder builder;
    builder.games = test::sample_games();
    builder.games[1].header.date.year = 1999;
    builder.games[1].header.black_elo = 2400;
    builder.with_cols = with_cols;
    builder.write(dir / "c.scoredb");
    const auto corpus = corpus::Corpus::open((dir / "c.scoredb").string()).value();
    std::string json =
        answer_players_request(corpus, parse_players_request(request).value(), {}).value();
    while (json.find(dir.path().string()) != std::string::npos) {
        json.replace(json.find(dir.path().string()), dir.path().string().size(), "DIR");
    }
    return json;
}

TEST(PlayersAnswer, HasWhatTheHeadersSay) {
    EXPECT_EQ(answer(R"({"text": "karla"})", true),
              R"({"corpus":"DIR/c.scoredb","text":"karla","players":[{"name":"Carla","games":2,)"
              R"("first_year":1999,"last_year":1999,"min_elo":2400,"max_elo":2400}]})");
    EXPECT_EQ(answer(R"({"text": "dora", "limit": 1})", true),
              R"({"corpus":"DIR/c.scoredb","text":"dora","players":[{"name":"Dora","games":1,)"
              R"("first_year":null,"last_year":null,"min_elo":null,"max_elo":null}]})");
}

TEST(PlayersAnswer, SaysWhyGamesAreNotCounted) {
    EXPECT_EQ(answer(R"({"text": "carla"})", false),
              R"({"corpus":"DIR/c.scoredb","text":"carla","players":[{"name":"Carla","games":null,)"
              R"("first_year":null,"last_year":null,"min_elo":null,"max_elo":null}],)"
              R"("warnings":["DIR/c.scoredb: games are not counted, since not every shard has its )"
              R"(columns (N.cols); add them to the corpus"]})");
}

TEST(PlayersRequest, NamesThePlaceOfAMistake) {
    EXPECT_EQ(parse_players_request(R"({"limit": 0})").error().message.substr(0, 16),
              "/limit: found 0,");
    EXPECT_TRUE(parse_players_request(R"({"name": "x"})").error().message.starts_with("/name: "));
    EXPECT_EQ(parse_players_request("{}")->limit, 20U);
}

}  // namespace
}  // namespace edge::wire
