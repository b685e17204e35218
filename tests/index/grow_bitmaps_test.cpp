#include "index/grow_bitmaps.h"

#include <gtest/gtest.h>

#include "bitmap/bitmap_file.h"
#include "corpus/bitmap_layout.h"
#include "corpus/sparse_corpus.h"

namespace edge::indexing {
namespace {

// Sets of a corpus of 20,000 games in one shard, which becomes one of two shards and 40,000 games.
class GrowBitmapsTest : public testing::Test {
protected:
    GrowBitmapsTest() {
        test::CorpusBuilder builder;
        builder.games.assign(40000, test::TestGame{.moves = test::line("e4")});
        builder.shards = 2;
        builder.with_tree = false;
        builder.with_extra = false;
        builder.meta.corpus_id = to_hex(test::kSparseCorpusId);
        builder.write(root_);
    }

    std::filesystem::path file(const char* name) const {
        return root_ / "bitmaps" / (std::string(name) + ".bm");
    }
    // The set of the first games, as it was written before the corpus grew.
    void store(const char* name, uint32_t games, std::optional<ContentHash> sparse_for) {
        Bitmap set({{20000}});
        for (uint32_t game = 0; game < games; ++game) set.set(0, game * 7);
        ASSERT_TRUE(write_bitmap(set, file(name), false, sparse_for));
    }
    std::vector<std::string> grow() const {
        return grow_bitmaps(corpus::Corpus::open(root_.string()).value());
    }
    // Of a set that has as many games as were stored, none of them new.
    uint32_t version_of(const char* name, uint64_t games) const {
        const BitmapSummary summary = read_bitmap_summary(file(name)).value();
        EXPECT_EQ(summary.layout, (BitmapLayout{{20000, 20000}}));
        EXPECT_EQ(summary.games_set, (std::vector<uint64_t>{games, 0}));
        return summary.version;
    }

    test::TempDir dir_;
    std::filesystem::path root_ = dir_ / "c.scoredb";
};

TEST_F(GrowBitmapsTest, SparseSetsStaySparse) {
    store("few", 5, test::kSparseCorpusId);
    EXPECT_EQ(grow(), std::vector<std::string>{});
    EXPECT_EQ(version_of("few", 5), kSparseVersion);
}

TEST_F(GrowBitmapsTest, SetsThatHadTooManyGamesBecomeSparse) {
    store("more", 200, test::kSparseCorpusId);
    ASSERT_EQ(read_bitmap_summary(file("more"))->version, kDenseVersion);
    EXPECT_EQ(grow(), std::vector<std::string>{});
    EXPECT_EQ(version_of("more", 200), kSparseVersion);
}

TEST_F(GrowBitmapsTest, SetsThatStillHaveTooManyStayDense) {
    store("most", 2000, test::kSparseCorpusId);
    EXPECT_EQ(grow(), std::vector<std::string>{});
    EXPECT_EQ(version_of("most", 2000), kDenseVersion);
}

TEST_F(GrowBitmapsTest, SetsThatWereWantedDenseStayDense) {
    store("few", 5, std::nullopt);
    EXPECT_EQ(grow(), std::vector<std::string>{});
    EXPECT_EQ(version_of("few", 5), kDenseVersion);
}

TEST_F(GrowBitmapsTest, ASetOfAnotherCorpusIsLeftAsItIs) {
    store("other", 5, ContentHash{1, 2});
    const std::string before = test::read_file(file("other"));
    const auto warnings = grow();
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_NE(warnings[0].find("found a bitmap of the corpus 0000"), std::string::npos)
        << warnings[0];
    EXPECT_EQ(test::read_file(file("other")), before);
}

}  // namespace
}  // namespace edge::indexing
