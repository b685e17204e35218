#include "query/players/player_games.h"

#include <gtest/gtest.h>

#include <string>

#include "corpus/corpus_builder.h"

namespace edge::query {
namespace {

struct Tagged {
    std::string white, black;
    std::vector<std::pair<std::string, std::string>> tags = {};
};

class PlayerGames : public ::testing::Test {
protected:
    corpus::Corpus corpus_of(const std::vector<Tagged>& games, bool with_extra = true) {
        test::CorpusBuilder builder;
        builder.shards = 2;
        builder.with_extra = with_extra;
        for (const Tagged& tagged : games) {
            test::TestGame& game = builder.games.emplace_back();
            game.moves = test::line("e4");
            game.white = tagged.white;
            game.black = tagged.black;
            game.tags = tagged.tags;
        }
        const auto path = dir_ / std::to_string(++made_);
        builder.write(path);
        return corpus::Corpus::open(path.string()).value();
    }
    FideId id_of(const corpus::Corpus& corpus, std::string_view name) {
        const corpus::PlayerTable& table = *corpus.players().value();
        return fide_ids(corpus, table, {}).value()[table.find(name).value()];
    }

private:
    test::TempDir dir_;
    int made_ = 0;
};

TEST_F(PlayerGames, GiveTheIdsOfBothPlayers) {
    const auto corpus = corpus_of({{"Anna", "Bert", {{"WhiteFideId", "11"}, {"BlackFideId", "22"}}},
                                   {"Bert", "Carl", {{"Round", "1"}, {"whitefideid", "22"}}}});
    EXPECT_EQ(id_of(corpus, "Anna"), 11U);
    EXPECT_EQ(id_of(corpus, "Bert"), 22U);
    EXPECT_EQ(id_of(corpus, "Carl"), kNoFideId);
}

TEST_F(PlayerGames, IgnoreWhatIsNoId) {
    for (const char* const text : {"0", "-", "", "12a", "-5", "4294967295", "99999999999999"}) {
        const auto corpus = corpus_of({{"Anna", "Bert", {{"WhiteFideId", text}}}});
        EXPECT_EQ(id_of(corpus, "Anna"), kNoFideId) << text;
    }
    EXPECT_EQ(id_of(corpus_of({{"Anna", "Bert"}}, false), "Anna"), kNoFideId);
}

TEST_F(PlayerGames, TakeAnIdOfNineInTenGamesForTheOne) {
    std::vector<Tagged> games(9, {"Anna", "Bert", {{"WhiteFideId", "11"}}});
    games.push_back({"Anna", "Bert", {{"WhiteFideId", "12"}}});
    EXPECT_EQ(id_of(corpus_of(games), "Anna"), 11U);
    games.erase(games.begin());
    EXPECT_EQ(id_of(corpus_of(games), "Anna"), kSeveralFideIds);
}

TEST_F(PlayerGames, PairThoseWhoPlayed) {
    const auto corpus =
        corpus_of({{"Anna", "Bert"}, {"?", "Anna"}, {"Carl", "Carl"}, {"Bert", "Anna"}});
    const corpus::PlayerTable& table = *corpus.players().value();
    std::string pairs;
    const auto visit = [&](uint32_t white, uint32_t black) {
        pairs += std::string(table.name(white)) + '-' + std::string(table.name(black)) + ' ';
    };
    EXPECT_TRUE(for_each_pairing(corpus, table, {}, visit));
    EXPECT_EQ(pairs, "Anna-Bert Bert-Anna ");
    EXPECT_EQ(for_each_pairing(
                  corpus, table, [] { return true; }, visit)
                  .error()
                  .code,
              ErrorCode::Cancelled);
}

}  // namespace
}  // namespace edge::query
