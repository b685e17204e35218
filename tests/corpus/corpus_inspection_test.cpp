#include "corpus/corpus_inspection.h"

#include <gtest/gtest.h>

#include "bitmap/bitmap_file.h"
#include "corpus/bitmap_layout.h"
#include "corpus/corpus_builder.h"
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
    EXPECT_EQ(inspection.bitmaps[0].bytes, bitmap_file_bytes(games.layout()));
    EXPECT_EQ(inspection.bitmaps[1].games_set, corpus.game_count() - 1);
    EXPECT_TRUE(verify(corpus)->ok());
}

TEST_F(BitmapInspectionTest, SaysWhatIsWrongWithTheOthers) {
    const Corpus corpus = Corpus::open(root_.string()).value();
    const Bitmap games(bitmap_layout(corpus));
    ASSERT_TRUE(write_bitmap(games, bitmap("a.b"), false));
    test::write_file(bitmap("damaged"), "PMOTE-BM");
    test::write_file(bitmap("longer"), format_bitmap(games) + '\0');
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

}  // namespace
}  // namespace edge::corpus
