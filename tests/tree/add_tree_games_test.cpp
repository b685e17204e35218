#include "tree/add_tree_games.h"

#include <gtest/gtest.h>

#include "codec/synth/synth.h"
#include "index/corpus_files.h"
#include "index/indexer.h"
#include "support/damage.h"

namespace edge::tree {
namespace {

namespace fs = std::filesystem;

class AddTreeGamesTest : public testing::Test {
protected:
    // A corpus of random games with its tree.games, which is compared with.
    void index(uint64_t games, uint32_t min_games = 1) {
        std::string text;
        synth::Generator generator(1, false);
        for (uint64_t i = 0; i < games; ++i) generator.append_game(i, text);
        test::write_file(dir_ / "x.pgn", text);
        indexing::IndexOptions options;
        options.inputs = {(dir_ / "x.pgn").string()};
        options.out = corpus_;
        options.tree_min_games = min_games;
        options.shards = 3;
        ASSERT_TRUE(indexing::index_games(options));
        expected_ = test::read_file(corpus_ / "tree.games");
    }
    void expect_same_bytes(unsigned threads, uint64_t memory) {
        fs::remove(corpus_ / "tree.games");
        const auto report =
            add_tree_games({.corpus = corpus_.string(), .threads = threads, .memory = memory});
        ASSERT_TRUE(report) << report.error().message;
        EXPECT_EQ(report->bytes, expected_.size());
        EXPECT_TRUE(test::read_file(corpus_ / "tree.games") == expected_);
        // meta, checksums.K, the files of the shards and those of the tree; nothing left behind
        EXPECT_EQ(test::files_of(corpus_).size(), 2U + 3 * 5 + 2);
    }

    test::TempDir dir_;
    fs::path corpus_ = dir_ / "c.scoredb";
    std::string expected_;
};

TEST_F(AddTreeGamesTest, GivesTheBytesOfTheIndex) {
    index(5000);
    expect_same_bytes(1, 0);
    expect_same_bytes(3, 100'000);
}

TEST_F(AddTreeGamesTest, LeavesOutWhatTheTreeLeavesOut) {
    index(1000, 3);
    expect_same_bytes(2, 0);
}

TEST_F(AddTreeGamesTest, GivesTheBytesOfTheIndexForALargeTree) {
    index(30'000);
    expect_same_bytes(1, 0);
    expect_same_bytes(3, 10'000'000);
}

TEST_F(AddTreeGamesTest, ReplacesADamagedFile) {
    index(100);
    test::put_byte(corpus_ / "tree.games", 8, 9);
    ASSERT_TRUE(add_tree_games({.corpus = corpus_.string()}));
    EXPECT_TRUE(test::read_file(corpus_ / "tree.games") == expected_);
}

TEST_F(AddTreeGamesTest, RefusesATreeThatIsNotThatOfTheGames) {
    index(100);
    fs::remove(corpus_ / "tree.games");
    const size_t white_wins = 32 + 4 * 1025 + 16;  // of the first edge
    const std::string tree = test::read_file(corpus_ / "tree.dat");
    test::put_byte(corpus_ / "tree.dat", white_wins, static_cast<char>(tree[white_wins] + 1));
    const auto report = add_tree_games({.corpus = corpus_.string()});
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::Corrupt);
    EXPECT_FALSE(fs::exists(corpus_ / "tree.games"));
}

TEST_F(AddTreeGamesTest, RefusesACorpusWithoutATree) {
    index(10);
    fs::remove(corpus_ / "tree.dat");
    EXPECT_EQ(add_tree_games({.corpus = corpus_.string()}).error().code, ErrorCode::NotFound);
    EXPECT_EQ(add_tree_games({.corpus = (dir_ / "none").string()}).error().code,
              ErrorCode::NotFound);
}

TEST_F(AddTreeGamesTest, NamesAMoveThatCannotBePlayed) {
    index(10);
    std::string moves = test::read_file(corpus_ / "shards/0.moves");
    moves.replace(corpus::kHeaderBytes, 2, 2, '\0');  // a1a1
    test::write_file(corpus_ / "shards/0.moves", moves);
    const auto report = add_tree_games({.corpus = corpus_.string()});
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::Corrupt);
    EXPECT_NE(report.error().message.find("0.moves, offset 36"), std::string::npos)
        << report.error().message;
}

}  // namespace
}  // namespace edge::tree
