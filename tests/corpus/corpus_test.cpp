#include "corpus/corpus.h"

#include <gtest/gtest.h>

#include "corpus/corpus_builder.h"
#include "corpus/verify.h"
#include "explorer/explorer.h"
#include "support/damage.h"

namespace edge::corpus {
namespace {

namespace fs = std::filesystem;

class CorpusTest : public testing::Test {
protected:
    CorpusTest() { builder_.games = test::sample_games(); }

    Result<Corpus> open() {
        fs::remove_all(root_);
        builder_.write(root_);
        return Corpus::open(root_.string());
    }

    test::TempDir dir_;
    fs::path root_ = dir_ / "c.scoredb";
    test::CorpusBuilder builder_;
};

TEST_F(CorpusTest, GivesBackEveryGame) {
    for (const uint32_t shards : {1U, 2U, 3U, 12U}) {
        builder_.shards = shards;
        const auto corpus = open();
        ASSERT_TRUE(corpus) << corpus.error().message;
        EXPECT_EQ(corpus->shard_count(), shards);
        ASSERT_EQ(corpus->game_count(), builder_.games.size());
        uint64_t next = 0;
        const Status status = for_each_game(
            *corpus, [&](uint64_t id, GamePlace place, const GameView& view) -> Status {
                EXPECT_EQ(id, next);
                const test::TestGame& game = builder_.games[next++];
                const GameHeader header = view.header();
                EXPECT_EQ(header.result, game.result);
                EXPECT_EQ(corpus->shard(place.shard).name(header.white_name), game.white);
                EXPECT_EQ(corpus->shard(place.shard).name(header.black_name), game.black);
                EXPECT_EQ(view.plies(), game.moves.size());
                for (uint32_t ply = 0; ply < view.plies(); ++ply) {
                    EXPECT_EQ(view.move(ply), game.moves[ply]);
                }
                return {};
            });
        ASSERT_TRUE(status);
        EXPECT_EQ(next, builder_.games.size());
        EXPECT_EQ(corpus->game(next).error().code, ErrorCode::NotFound);
    }
}

TEST_F(CorpusTest, OpensWithoutOptionalKeysAndSidecars) {
    builder_.with_tree = false;
    builder_.with_extra = false;
    const auto corpus = open();
    ASSERT_TRUE(corpus) << corpus.error().message;
    EXPECT_FALSE(corpus->has_tree());
    EXPECT_TRUE(corpus->warnings().empty());
    EXPECT_FALSE(corpus->shard(0).open_extra()->has_value());
    EXPECT_EQ(corpus->shard(0).name(kNoName), "?");
    EXPECT_EQ(corpus->shard(0).name(1000).error().code, ErrorCode::Corrupt);
}

TEST_F(CorpusTest, OpensWithNoGamesAtAll) {
    builder_.games.clear();
    const auto corpus = open();
    ASSERT_TRUE(corpus) << corpus.error().message;
    EXPECT_EQ(corpus->game_count(), 0U);
    EXPECT_TRUE(for_each_game(*corpus, [](uint64_t, GamePlace, const GameView&) -> Status {
        return fail(ErrorCode::Corrupt, "no game expected");
    }));
    EXPECT_TRUE(verify(*corpus)->ok());
}

TEST_F(CorpusTest, IgnoresTheTreeOfAnotherEngine) {
    builder_.with_tree = false;
    ASSERT_TRUE(open());
    auto writer = TreeWriter::create((root_ / "tree.dat").string(), 16).value();
    const Edge foreign[] = {{0x10, 1, 1, 1, 0, 0}};
    ASSERT_TRUE(writer.append(foreign));
    ASSERT_TRUE(writer.finish(false));
    const auto corpus = Corpus::open(root_.string());
    ASSERT_TRUE(corpus) << corpus.error().message;
    EXPECT_FALSE(corpus->has_tree());
    ASSERT_EQ(corpus->warnings().size(), 1U);
    EXPECT_NE(corpus->warnings()[0].find("another engine"), std::string::npos);
}

TEST_F(CorpusTest, UsesATreeThatKnowsTheStartEvenUnsorted) {
    builder_.with_sorted_tree = false;
    ASSERT_TRUE(open());
    Meta meta = parse_meta(test::read_file(root_ / "meta"), "meta").value();
    meta.tree_hash.reset();
    test::write_file(root_ / "meta", format_meta(meta));
    const auto corpus = Corpus::open(root_.string());
    ASSERT_TRUE(corpus) << corpus.error().message;
    EXPECT_TRUE(corpus->has_tree());
}

TEST_F(CorpusTest, TreeGamesThatDoesNotFitIsAWarning) {
    builder_.with_tree_games = true;
    const auto whole = open();
    ASSERT_TRUE(whole);
    EXPECT_TRUE(whole->has_tree_games());
    EXPECT_TRUE(whole->warnings().empty());
    for (const size_t at : {0, 8, 16, 32}) {  // the magic, the version, the edges, the games
        const std::string bytes = test::read_file(root_ / "tree.games");
        test::put_byte(root_ / "tree.games", at, static_cast<char>(bytes[at] + 1));
        const auto corpus = Corpus::open(root_.string());
        ASSERT_TRUE(corpus);
        EXPECT_FALSE(corpus->has_tree_games());
        EXPECT_TRUE(corpus->has_tree());
        ASSERT_EQ(corpus->warnings().size(), 1U);
        EXPECT_NE(corpus->warnings()[0].find("tree.games, offset " + std::to_string(at)),
                  std::string::npos);
        test::put_byte(root_ / "tree.games", at, bytes[at]);
    }
    std::filesystem::remove(root_ / "tree.games");
    const auto without = Corpus::open(root_.string());
    ASSERT_TRUE(without);
    EXPECT_FALSE(without->has_tree_games());
    EXPECT_TRUE(without->warnings().empty());
}

TEST_F(CorpusTest, OpensWithATreeThatIsCutShort) {
    ASSERT_TRUE(open());
    std::filesystem::resize_file(root_ / "tree.dat",
                                 std::filesystem::file_size(root_ / "tree.dat") - 1);
    const auto corpus = Corpus::open(root_.string());
    ASSERT_TRUE(corpus) << corpus.error().message;
    EXPECT_FALSE(corpus->has_tree());
    ASSERT_FALSE(corpus->check_tree());
    EXPECT_EQ(corpus->check_tree().error().code, ErrorCode::Corrupt);
    ASSERT_EQ(corpus->warnings().size(), 1U);
    EXPECT_NE(corpus->warnings()[0].find("tree.dat, offset 16"), std::string::npos);
    EXPECT_TRUE(corpus->game(0));
    const VerifyReport report = verify(*corpus).value();
    EXPECT_EQ(report.counts, (std::map<std::string, uint64_t>{{"tree-header", 1}}));
    // What needs the tree says what is wrong with it; a scan of the games does not need it.
    EXPECT_EQ(explorer::explore(*corpus, Position::start(), {}).error().code, ErrorCode::Corrupt);
    EXPECT_TRUE(explorer::explore(*corpus, Position::start(), {.deep = true, .threads = 1}));
}

TEST_F(CorpusTest, RefusesTotalsThatDoNotAgree) {
    ASSERT_TRUE(open());
    Meta meta = parse_meta(test::read_file(root_ / "meta"), "meta").value();
    ++meta.total_moves;
    test::write_file(root_ / "meta", format_meta(meta));
    const auto corpus = Corpus::open(root_.string());
    ASSERT_FALSE(corpus);
    EXPECT_EQ(corpus.error().code, ErrorCode::Corrupt);
    EXPECT_EQ(Corpus::open((dir_ / "none").string()).error().code, ErrorCode::NotFound);
}

// Uses a corpus in every way there is; what matters is that nothing crashes.
bool survives(const fs::path& root) {
    const auto corpus = Corpus::open(root.string());
    if (!corpus) return false;
    const bool ok = verify(*corpus).value().ok();
    for (const bool deep : {false, true}) {
        (void)explorer::explore(*corpus, Position::start(), {.deep = deep, .threads = 1});
    }
    return ok;
}

TEST_F(CorpusTest, CutAnywhereItIsRefusedOrFoundByVerify) {
    builder_.shards = 2;
    builder_.with_cols = true;
    builder_.with_tree_games = true;
    builder_.tree_plies = 3;
    builder_.nbuckets = 4;
    ASSERT_TRUE(open());
    ASSERT_TRUE(survives(root_));
    for (const char* name : {"meta", "tree.dat", "tree.games", "shards/0.moves", "shards/0.gameidx",
                             "shards/1.dict", "shards/1.extra", "shards/1.cols"}) {
        test::for_each_truncation(root_ / name, [&](size_t size) {
            // Optional keys at the end of meta can go without anyone knowing.
            const bool ok = survives(root_);
            EXPECT_TRUE(!ok || std::string_view(name) == "meta") << name << " cut to " << size;
        });
    }
}

TEST_F(CorpusTest, FlippedBitsNeverCrash) {
    builder_.with_cols = true;
    builder_.tree_plies = 3;
    builder_.nbuckets = 4;
    ASSERT_TRUE(open());
    for (const char* name : {"meta", "tree.dat", "shards/0.moves", "shards/0.gameidx",
                             "shards/0.dict", "shards/0.extra", "shards/0.cols"}) {
        test::for_each_flipped_bit(root_ / name, [&](size_t, unsigned) { (void)survives(root_); });
    }
    EXPECT_TRUE(survives(root_));
}

}  // namespace
}  // namespace edge::corpus
