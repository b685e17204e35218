#include "query/headers/header_test.h"

#include <gtest/gtest.h>

#include "query/game_set.h"
#include "query/lang/text.h"
#include "support/query_gen.h"

namespace edge::query {
namespace {

GameFilter filter_of(std::string_view text) {
    return GameFilter::make(parse_text(text).value()).value();
}

TEST(GameFilter, CombinesTests) {
    corpus::GameHeader header;
    header.white_elo = 2500;
    header.date = {2015, 6, 0};
    const std::vector<std::pair<std::string_view, std::string>> tags = {{"Event", "Tata Steel"}};
    const GameFacts game{header, "Réti", "", tags};
    for (const char* text :
         {"all", "year = 2015", "not year = 2016", "white.elo > 2400 and date >= 2015-06",
          "year = 1 or year = 2015", "player ~ \"reti\"", "tag(\"EVENT\") ~ \"tata\"",
          "year = 2015 xor white.elo = 2500 xor all", "all sub year = 2016"}) {
        EXPECT_TRUE(filter_of(text).accepts(game)) << text;
    }
    for (const char* text : {"black.elo < 4000", "elo > 0", "date >= 2015-06-01", "black ~ \"\"",
                             "all sub year = 2015", "year = 2015 xor all", "white = \"Reti\""}) {
        EXPECT_FALSE(filter_of(text).accepts(game)) << text;
    }
    EXPECT_TRUE(filter_of("year = 1 or tag(\"Event\") = \"\"").wants_tags());
    EXPECT_FALSE(filter_of("year = 1 or white ~ \"x\"").wants_tags());
}

TEST(GameFilter, RefusesWhatNeedsACorpus) {
    for (const char* text :
         {"@set", "year = 2015 and not @set", "ever(checkmate)",
          "all xor (year = 1 or streak(4, queens_off))", "seq(in_check, checkmate)"}) {
        const auto filter = GameFilter::make(parse_text(text).value());
        ASSERT_FALSE(filter) << text;
        EXPECT_EQ(filter.error().code, ErrorCode::InvalidArgument);
    }
}

TEST(GameFilter, AgreesWithTheOracleOnRandomTests) {
    const test::GameSet set(test::classics_pgn());
    const auto games = oracle::load_games(set.corpus()).value();
    std::mt19937_64 engine(7);
    const gen::GenVocabulary vocabulary = gen::vocabulary_of(games, engine);
    gen::Random random(engine);
    unsigned true_ones = 0;
    for (int round = 0; round < 3000; ++round) {
        const HeaderTest test = gen::random_header_test(random, vocabulary, gen::Surface::Any);
        for (const oracle::OracleGame& game : games) {
            std::vector<std::pair<std::string_view, std::string>> tags;
            for (const auto& [name, text] : game.tags) tags.emplace_back(name, text);
            const bool found =
                holds(test, {game.header, game.white.value_or(""), game.black.value_or(""), tags});
            ASSERT_EQ(found, oracle::holds(test, game)) << to_text({test}) << ", game " << game.id;
            true_ones += found;
        }
    }
    EXPECT_GT(true_ones, 10'000U);
}

}  // namespace
}  // namespace edge::query
