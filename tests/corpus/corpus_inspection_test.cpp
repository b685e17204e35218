#include "corpus/corpus_inspection.h"

#include <gtest/gtest.h>

#include "bitmap/bitmap_file.h"
#include "corpus/bitmap_layout.h"
#include "corpus/corpus_builder.h"
#include "corpus/sparse_corpus.h"
#include "corpus/verify.h"

namespace edge::corpus {
namespace {

class BitmapInspectionTest : public testing::Test {
protected:
    void SetUp() override {
        builder_.games = test::sample_games();
        builder_.shards = 3;
        builder_.write(root_);
    }

    std::filesystem::path bitmap(const char* name) const {
        return root_ / "bitmaps" / (std::string(name) + ".bm");
    }

    test::TempDir dir_;
    std::filesystem::path root_ = dir_ / "c.scoredb";
    test::CorpusBuilder builder_;
};

TEST_F(BitmapInspectionTest, CountsTheGamesOfSoundBitmaps) {
    const Corpus corpus = Corpus::open(root_.string()).value();
    Bitmap games(bitmap_layout(corpus));
    EXPECT_EQ(games.layout().total(), corpus.game_count());
    games.set(2, 1);
    ASSERT_TRUE(write_bitmap(games, bitmap("one"), false));
    games.complement();
    ASSERT_TRUE(write_bitmap(games, bitmap("others"), false));

    const Inspection inspection = inspect(corpus);
    ASSERT_EQ(inspection.bitmaps.size(), 2U);
    EXPECT_EQ(inspection.bitmaps[0].name, "one");
    EXPECT_EQ(inspection.bitmaps[0].games_set, 1U);
    EXPECT_EQ(inspection.bitmaps[0].bytes, dense_file_bytes(games.layout()));
    EXPECT_EQ(inspection.bitmaps[1].games_set, corpus.game_count() - 1);
    EXPECT_TRUE(verify(corpus)->ok());
}

TEST_F(BitmapInspectionTest, SaysWhatIsWrongWithTheOthers) {
    const Corpus corpus = Corpus::open(root_.string()).value();
    const Bitmap games(bitmap_layout(corpus));
    ASSERT_TRUE(write_bitmap(games, bitmap("a.b"), false));
    test::write_file(bitmap("damaged"), "PMOTE-BM");
    test::write_file(bitmap("longer"), format_dense_bitmap(games) + '\0');
    ASSERT_TRUE(write_bitmap(Bitmap({{2, 2, 4}}), bitmap("other"), false));

    const auto bitmaps = inspect_bitmaps(corpus);
    ASSERT_EQ(bitmaps.size(), 4U);
    EXPECT_EQ(
        bitmaps[0].error,
        bitmap("a.b").string() + ": @a.b: found '.' in a name, expected letters, digits, - and _");
    EXPECT_FALSE(bitmaps[1].games_set);
    EXPECT_TRUE(bitmaps[1].error.starts_with(bitmap("damaged").string())) << bitmaps[1].error;
    EXPECT_EQ(bitmaps[2].error, "");
    EXPECT_EQ(bitmaps[3].error, bitmap("other").string() +
                                    ": the bitmap is not one of this corpus: they differ in "
                                    "shard 2: 4 games against 3");

    const VerifyReport report = verify(corpus).value();
    EXPECT_EQ(report.counts, (std::map<std::string, uint64_t>{{"bitmap", 4}}));
}

TEST(SparseBitmapInspection, FindsAFlippedBit) {
    const test::TempDir dir;
    test::write_sparse_corpus(dir / "c.scoredb", 2);
    const Corpus corpus = Corpus::open((dir / "c.scoredb").string()).value();
    Bitmap games(bitmap_layout(corpus));
    games.set(0, 77);
    games.set(1, 9999);
    const auto path = dir / "c.scoredb/bitmaps/few.bm";
    ASSERT_TRUE(write_bitmap(games, path, false, bitmap_corpus_id(corpus)));
    const std::string whole = test::read_file(path);
    ASSERT_EQ(whole.size(), 48U + 2 * 24 + 2 * 18 + 8);

    BitmapInspection found = inspect_bitmaps(corpus).at(0);
    EXPECT_EQ(found.error, "");
    EXPECT_EQ(found.version, kSparseVersion);
    EXPECT_EQ(found.bytes, whole.size());
    EXPECT_EQ(found.games_set, 2U);
    EXPECT_TRUE(verify(corpus)->ok());

    for (size_t at = 0; at < whole.size(); ++at) {
        std::string flipped = whole;
        flipped[at] = static_cast<char>(flipped[at] ^ 1 << at % 8);
        test::write_file(path, flipped);
        found = inspect_bitmaps(corpus).at(0);
        EXPECT_TRUE(found.error.starts_with(path.string())) << at << found.error;
        EXPECT_EQ(found.games_set, std::nullopt);
    }
    EXPECT_EQ(verify(corpus)->counts, (std::map<std::string, uint64_t>{{"bitmap", 1}}));
}

TEST(SparseBitmapInspection, RefusesOneOfAnotherCorpus) {
    const test::TempDir dir;
    test::write_sparse_corpus(dir / "c.scoredb");
    const Corpus corpus = Corpus::open((dir / "c.scoredb").string()).value();
    const auto path = dir / "c.scoredb/bitmaps/few.bm";
    ASSERT_TRUE(write_bitmap(Bitmap(bitmap_layout(corpus)), path, false, ContentHash{1, 2}));
    const BitmapInspection found = inspect_bitmaps(corpus).at(0);
    EXPECT_EQ(found.error, path.string() +
                               ": found a bitmap of the corpus 00000000000000010000000000000002, "
                               "expected one of this corpus, 0123456789abcdef0123456789abcdef");
    EXPECT_EQ(found.version, kSparseVersion);
    EXPECT_FALSE(verify(corpus)->ok());
}

}  // namespace
}  // namespace edge::corpus
