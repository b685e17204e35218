#include "query/players/find_players.h"

#include <gtest/gtest.h>

#include "corpus/corpus_builder.h"

namespace edge::query {
namespace {

std::string found(const test::CorpusBuilder& plan, std::string_view text, size_t limit = 100) {
    const test::TempDir dir;
    test::CorpusBuilder builder = plan;
    builder.write(dir / "c.scoredb");
    const auto corpus = corpus::Corpus::open((dir / "c.scoredb").string()).value();
    EXPECT_EQ(find_players(corpus, text, limit, [] { return true; }).error().code,
              ErrorCode::Cancelled);
    std::string shown;
    const auto players = find_players(corpus, text, limit).value();
    for (const FoundPlayer& player : players) {
        shown += player.name;
        if (player.totals) shown += ' ' + std::to_string(player.totals->games);
        shown += ';';
    }
    return shown;
}

test::CorpusBuilder builder_of(uint32_t shards, bool with_cols) {
    test::CorpusBuilder builder;
    builder.games = test::sample_games();
    builder.games[3].white = "Réti, Anna";
    builder.shards = shards;
    builder.with_cols = with_cols;
    return builder;
}

TEST(FindPlayers, OrdersByFitAndThenByGames) {
    for (const uint32_t shards : {1U, 3U}) {
        const auto builder = builder_of(shards, true);
        EXPECT_EQ(found(builder, "ANNA"), "Anna 5;Réti, Anna 1;") << shards;
        EXPECT_EQ(found(builder, "anna reti"), "Réti, Anna 1;") << shards;
        EXPECT_EQ(found(builder, "ana"), "") << shards;
        EXPECT_EQ(found(builder, "carl"), "Carla 2;") << shards;
        EXPECT_EQ(found(builder, "carlo"), "Carla 2;") << shards;
        EXPECT_EQ(found(builder, ""), "Anna 5;Bert 4;Carla 2;Emil 2;Réti, Anna 1;") << shards;
        EXPECT_EQ(found(builder, "", 2), "Anna 5;Bert 4;") << shards;
        EXPECT_EQ(found(builder, "zzz"), "") << shards;
        EXPECT_EQ(found(builder, "?!"), "") << shards;
    }
}

TEST(FindPlayers, ListsThoseWhoLackAWordOnlyWhereNobodyHasAll) {
    EXPECT_EQ(found(builder_of(1, true), "anna xyz"), "Anna 5;Réti, Anna 1;");
    EXPECT_EQ(found(builder_of(1, true), "réti a"), "Réti, Anna 1;");
}

TEST(FindPlayers, TakesTheSpellingsOfAPlayerForOne) {
    test::CorpusBuilder builder = builder_of(2, true);
    const test::TempDir dir;
    builder.write(dir / "c.scoredb");
    test::write_file(dir / "c.scoredb/players.tsv", "Caroline\tEmil\tCarla\tNobody\n");
    const auto corpus = corpus::Corpus::open((dir / "c.scoredb").string()).value();
    for (const std::string_view text : {"emil", "carla", "karla"}) {
        const auto found = find_players(corpus, text, 5).value();
        ASSERT_EQ(found.size(), 1U) << text;
        EXPECT_EQ(found[0].name, "Caroline");
        EXPECT_EQ(found[0].other_names, (std::vector<std::string>{"Emil", "Carla"}));
        EXPECT_EQ(found[0].totals->games, 4U);
    }
    EXPECT_EQ(find_players(corpus, "", 5)->size(), 4U);
}

TEST(FindPlayers, CountsNothingWithoutColumns) {
    EXPECT_EQ(found(builder_of(2, false), "anna"), "Anna;Réti, Anna;");
}

TEST(FindPlayers, GivesYearsAndTheirOwnRatings) {
    test::CorpusBuilder builder;
    builder.with_cols = true;
    builder.games = test::sample_games();
    for (test::TestGame& game : builder.games) game.white = game.black = "Nobody";
    const auto add = [&](size_t number, uint16_t year, uint16_t white_elo, uint16_t black_elo) {
        test::TestGame& game = builder.games[number];
        game.white = number % 2 == 0 ? "Anna" : "Bert";
        game.black = number % 2 == 0 ? "Bert" : "Anna";
        game.header.date.year = year;
        game.header.white_elo = white_elo;
        game.header.black_elo = black_elo;
    };
    add(0, 1999, 2500, 2400);
    add(1, 0, 0, 2450);
    add(2, 2004, 2600, 0);
    const test::TempDir dir;
    builder.write(dir / "c.scoredb");
    const auto corpus = corpus::Corpus::open((dir / "c.scoredb").string()).value();
    const auto anna = find_players(corpus, "anna", 1).value();
    ASSERT_EQ(anna.size(), 1U);
    EXPECT_EQ(*anna[0].totals, (corpus::PlayerTotals{3, 1999, 2004, 2450, 2600}));
    EXPECT_EQ(*find_players(corpus, "bert", 1)->at(0).totals,
              (corpus::PlayerTotals{3, 1999, 2004, 2400, 2400}));
    // The same table answers again, and finds names as they are spelled.
    const corpus::PlayerTable& table = **corpus.players();
    EXPECT_TRUE(table.find("Anna"));
    EXPECT_FALSE(table.find("anna"));
}

}  // namespace
}  // namespace edge::query
