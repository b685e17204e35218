#include "wire/lichess/lichess_json.h"

#include <gtest/gtest.h>

namespace edge::wire {
namespace {

LichessGame sample_game() {
    LichessGame game;
    game.id = "abcd1234";
    game.white = "Anna";
    game.black = "Bert";
    game.header.result = corpus::GameResult::BlackWins;
    game.header.time_control = {180, 2};
    game.header.white_elo = 2500;
    game.header.date = {2015, 6, 7};
    game.mode = explorer::GameMode::Rated;
    return game;
}

LichessAnswer sample(LichessDatabase database) {
    LichessAnswer answer;
    answer.database = database;
    answer.score = {3, 2, 1};
    LichessMove& move = answer.moves.emplace_back();
    move.uci = "e1h1";
    move.san = "O-O";
    move.score = {3, 2, 1};
    move.details.average_rating = 2400;
    move.details.average_opponent_rating = 2300;
    move.details.performance = 2350;
    move.opening = Opening{"C65", "Berlin"};
    return answer;
}

constexpr std::string_view kPlayers =
    R"("white":{"name":"Anna","rating":2500},"black":{"name":"Bert","rating":0},)"
    R"("year":2015,"month":"2015-06"})";

TEST(LichessJson, OfMastersHasTheFieldsInOrder) {
    LichessAnswer answer = sample(LichessDatabase::Masters);
    answer.moves[0].game = sample_game();
    answer.top_games.push_back({"e1h1", sample_game()});
    EXPECT_EQ(lichess_json(answer),
              R"({"white":3,"draws":2,"black":1,"moves":[{"uci":"e1h1","san":"O-O",)"
              R"("averageRating":2400,"white":3,"draws":2,"black":1,)"
              R"("game":{"id":"abcd1234","winner":"black",)" +
                  std::string(kPlayers) +
                  R"(,"opening":{"eco":"C65","name":"Berlin"}}],)"
                  R"("topGames":[{"uci":"e1h1","id":"abcd1234","winner":"black",)" +
                  std::string(kPlayers) + R"(],"opening":null})");
}

TEST(LichessJson, OfLichessHasSpeedModeAndHistory) {
    LichessAnswer answer = sample(LichessDatabase::Lichess);
    answer.moves.clear();
    answer.recent_games.push_back({"e1h1", sample_game()});
    answer.opening = Opening{"C65", "Berlin"};
    answer.history.emplace().push_back({{2015, 6}, {1, 2, 3}});
    EXPECT_EQ(lichess_json(answer),
              R"({"white":3,"draws":2,"black":1,"moves":[],)"
              R"("recentGames":[{"uci":"e1h1","id":"abcd1234","winner":"black",)"
              R"("speed":"blitz","mode":"rated",)" +
                  std::string(kPlayers) +
                  R"(],"topGames":[],"opening":{"eco":"C65","name":"Berlin"},)"
                  R"("history":[{"month":"2015-06","white":1,"draws":2,"black":3}]})");
}

TEST(LichessJson, OfAPlayerHasTheOpponentsRatingAndTheQueue) {
    EXPECT_EQ(lichess_json(sample(LichessDatabase::Player)),
              R"({"white":3,"draws":2,"black":1,"moves":[{"uci":"e1h1","san":"O-O",)"
              R"("averageOpponentRating":2300,"performance":2350,"white":3,"draws":2,"black":1,)"
              R"("game":null,"opening":{"eco":"C65","name":"Berlin"}}],)"
              R"("recentGames":[],"opening":null,"queuePosition":0})");
}

TEST(LichessJson, LeavesOutWhatIsUnknown) {
    LichessAnswer answer = sample(LichessDatabase::Lichess);
    answer.moves[0].details = {};
    answer.moves[0].opening.reset();
    LichessGame game = sample_game();
    game.header.time_control = {};
    game.header.result = corpus::GameResult::Draw;
    game.header.date = {2015, 0, 0};
    game.mode = explorer::GameMode::Unknown;
    answer.moves[0].game = game;
    EXPECT_EQ(lichess_json(answer),
              R"({"white":3,"draws":2,"black":1,"moves":[{"uci":"e1h1","san":"O-O",)"
              R"("white":3,"draws":2,"black":1,"game":{"id":"abcd1234","winner":null,)"
              R"("white":{"name":"Anna","rating":2500},"black":{"name":"Bert","rating":0},)"
              R"("year":2015,"month":null},"opening":null}],)"
              R"("recentGames":[],"topGames":[],"opening":null})");
}

}  // namespace
}  // namespace edge::wire
