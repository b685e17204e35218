#include "query/headers/player_names.h"

#include <gtest/gtest.h>

#include "corpus/corpus_builder.h"

namespace edge::query {
namespace {

std::string found(const test::CorpusBuilder& plan, std::string_view part, size_t limit = 100) {
    const test::TempDir dir;
    test::CorpusBuilder builder = plan;
    builder.write(dir / "c.scoredb");
    const auto corpus = corpus::Corpus::open((dir / "c.scoredb").string()).value();
    std::string text;
    const auto names = find_player_names(corpus, part, limit, [] { return false; }).value();
    for (const PlayerName& name : names) {
        text += name.name + (name.games ? ' ' + std::to_string(*name.games) : "") + ';';
    }
    EXPECT_EQ(find_player_names(corpus, part, limit, [] { return true; }).error().code,
              ErrorCode::Cancelled);
    return text;
}

test::CorpusBuilder builder_of(uint32_t shards, bool with_cols) {
    test::CorpusBuilder builder;
    builder.games = test::sample_games();
    builder.games[3].white = "Réti, Anna";
    builder.shards = shards;
    builder.with_cols = with_cols;
    return builder;
}

TEST(PlayerNames, ComeInOrderOfBeginningAndGames) {
    for (const uint32_t shards : {1U, 3U}) {
        const auto builder = builder_of(shards, true);
        EXPECT_EQ(found(builder, "ANN"), "Anna 5;Réti, Anna 1;") << shards;
        EXPECT_EQ(found(builder, "reti"), "Réti, Anna 1;") << shards;
        EXPECT_EQ(found(builder, ""), "Anna 5;Bert 4;Carla 2;Emil 2;Réti, Anna 1;") << shards;
        EXPECT_EQ(found(builder, "", 2), "Anna 5;Bert 4;") << shards;
        EXPECT_EQ(found(builder, "zzz"), "") << shards;
    }
}

TEST(PlayerNames, AreNotCountedWithoutColumns) {
    EXPECT_EQ(found(builder_of(2, false), "e"), "Emil;Bert;Réti, Anna;");
}

}  // namespace
}  // namespace edge::query
