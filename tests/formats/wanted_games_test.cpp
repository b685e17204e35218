#include "formats/wanted_games.h"

#include <gtest/gtest.h>

#include <string_view>

#include "codec/pgn/game_reader.h"
#include "query/lang/text.h"

namespace edge::formats {
namespace {

Game game_of(std::string_view text) { return pgn::read_games(text).at(0).game; }

query::GameFilter filter_of(std::string_view text) {
    return query::GameFilter::make(query::parse_text(text).value()).value();
}

const Game& sample() {
    static const Game game = game_of(
        "[Event \"Cup\"]\n[White \"Ana\"]\n[Black \"Bo\"]\n[Date \"2017.05.??\"]\n"
        "[WhiteElo \"2500\"]\n[Result \"1-0\"]\n\n1. e4 (1. d4 d5 2. c4) e5 2. Nf3 1-0\n");
    return game;
}

TEST(WantedGames, AcceptsByWhatTheTagsSay) {
    for (const char* text : {R"(white = "Ana")", R"(player ~ "bo")", "result = W", "year = 2017",
                             "white.elo >= 2500", R"(tag("Event") = "Cup")"}) {
        EXPECT_TRUE(accepts(filter_of(text), sample())) << text;
    }
    for (const char* text : {R"(white = "Bo")", "result = D", "year > 2017", "black.elo >= 1",
                             R"(tag("Site") = "Cup")"}) {
        EXPECT_FALSE(accepts(filter_of(text), sample())) << text;
    }
}

TEST(WantedGames, CountsThePliesOfTheMainLineAlone) {
    EXPECT_TRUE(accepts(filter_of("plies = 3"), sample()));
    EXPECT_FALSE(accepts(filter_of("plies > 3"), sample()));
}

TEST(WantedGames, TakesTheResultOfTheGameWhereNoTagHasOne) {
    Game game = game_of("[White \"Ana\"]\n\n1. e4 0-1\n");
    EXPECT_TRUE(accepts(filter_of("result = B"), game));
    game.tags.push_back({"Result", "1-0"});
    game.result = GameResult::WhiteWins;
    EXPECT_TRUE(accepts(filter_of("result = W"), game));
}

TEST(WantedGames, WantsAllByDefault) {
    const WantedGames wanted = WantedGames::all();
    EXPECT_TRUE(wanted.is_all());
    EXPECT_EQ(wanted.filter(), nullptr);
    EXPECT_EQ(wanted.numbers(), nullptr);
    EXPECT_TRUE(wanted.wants(sample(), 7));
    EXPECT_TRUE(wanted.wants_number(7));
}

TEST(WantedGames, ByHeaderLooksAtTheGame) {
    const WantedGames wanted = WantedGames::by_header(filter_of("result = W"));
    EXPECT_FALSE(wanted.is_all());
    ASSERT_NE(wanted.filter(), nullptr);
    EXPECT_TRUE(wanted.wants(sample(), 0));
    EXPECT_FALSE(wanted.wants(game_of("1. e4 0-1\n"), 0));
    EXPECT_TRUE(wanted.wants_number(0));
}

TEST(WantedGames, ByNumberLooksAtTheNumber) {
    const WantedGames wanted = WantedGames::by_number({false, true, false});
    EXPECT_FALSE(wanted.is_all());
    EXPECT_EQ(wanted.filter(), nullptr);
    ASSERT_NE(wanted.numbers(), nullptr);
    for (const uint64_t number : {0U, 1U, 2U, 3U, 1000U}) {
        EXPECT_EQ(wanted.wants_number(number), number == 1) << number;
        EXPECT_EQ(wanted.wants(sample(), number), number == 1) << number;
    }
}

}  // namespace
}  // namespace edge::formats
