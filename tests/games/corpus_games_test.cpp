#include "games/corpus_games.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "codec/pgn/game_reader.h"
#include "codec/synth/synth.h"
#include "index/indexer.h"
#include "support/temp_dir.h"

namespace edge::games {
namespace {

class CorpusGamesTest : public ::testing::Test {
protected:
    std::string make_corpus(std::string_view text, uint32_t shards) {
        test::write_file(dir_ / "in.pgn", text);
        indexing::IndexOptions options;
        options.inputs = {(dir_ / "in.pgn").string()};
        options.out = dir_ / "c.scoredb";
        options.shards = shards;
        options.threads = 1;
        options.tree = false;
        EXPECT_TRUE(indexing::index_games(options));
        return options.out.string();
    }

    test::TempDir dir_;
};

struct Stretches {
    std::vector<size_t> sizes;
    std::vector<ReadGame> games;
    ConversionReport report;
};

Stretches read_all(CorpusReader& reader) {
    Stretches all;
    uint64_t before = reader.bytes_read();
    while (const auto stretch = reader.next().value()) {
        const size_t had = all.games.size();
        EXPECT_TRUE(stretch->decode(all.games, all.report));
        all.sizes.push_back(all.games.size() - had);
        EXPECT_GE(reader.bytes_read(), before);
        before = reader.bytes_read();
    }
    EXPECT_EQ(reader.bytes_read(), reader.bytes_total());
    return all;
}

TEST_F(CorpusGamesTest, AreThoseThatWereIndexedInOrder) {
    std::string text;
    synth::Generator generator(1, false);
    for (uint64_t i = 0; i < 1500; ++i) generator.append_game(i, text);
    const auto expected = pgn::read_games(text);
    const auto reader = CorpusReader::open(make_corpus(text, 1)).value();
    const Stretches all = read_all(*reader);
    EXPECT_EQ(all.sizes, (std::vector<size_t>{1024, 476}));
    EXPECT_EQ(all.report.games_read, 1500U);
    ASSERT_EQ(all.games.size(), expected.size());
    for (size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(all.games[i].place, "game " + std::to_string(i));
        EXPECT_EQ(all.games[i].game, expected[i].game) << i;
    }
}

// The games are at the ends of the text, so that the shards in between have none.
TEST_F(CorpusGamesTest, SkipEmptyShards) {
    const std::string text = "1. e4 e5 1-0\n" + std::string(2000, '\n') + "1. d4 d5 0-1\n";
    const auto reader = CorpusReader::open(make_corpus(text, 5)).value();
    const Stretches all = read_all(*reader);
    EXPECT_EQ(all.sizes, (std::vector<size_t>{1, 1}));
    ASSERT_EQ(all.games.size(), 2U);
    EXPECT_EQ(all.games[1].game.result, GameResult::BlackWins);
    EXPECT_EQ(all.games[1].place, "game 1");
}

TEST_F(CorpusGamesTest, AreNoneInAnEmptyCorpus) {
    const auto reader = CorpusReader::open(make_corpus("", 3)).value();
    EXPECT_EQ(reader->next().value(), nullptr);
    EXPECT_EQ(reader->bytes_total(), 0U);
}

TEST_F(CorpusGamesTest, StretchesOutliveTheirReader) {
    auto reader = CorpusReader::open(make_corpus("1. e4 e5 1-0\n", 1)).value();
    const auto stretch = reader->next().value();
    reader.reset();
    std::vector<ReadGame> games;
    ConversionReport report;
    ASSERT_TRUE(stretch->decode(games, report));
    EXPECT_EQ(games.size(), 1U);
}

TEST_F(CorpusGamesTest, NeedACorpus) { EXPECT_FALSE(CorpusReader::open((dir_ / "no").string())); }

}  // namespace
}  // namespace edge::games
