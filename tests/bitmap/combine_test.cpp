#include "bitmap/combine.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <optional>

#include "bitmap/bitmap_file.h"
#include "bitmap/random_bitmap.h"
#include "support/temp_dir.h"

namespace edge {
namespace {

using test::GameSet;

class CombineTest : public testing::Test {
protected:
    std::string store(const char* name, const GameSet& games) {
        const auto path = dir_ / name;
        EXPECT_TRUE(write_bitmap(test::bitmap_of(layout_, games), path, true));
        return path.string();
    }

    const BitmapLayout layout_{{4, 2}};
    test::TempDir dir_;
    const std::string a_ = store("a.bm", {{0, 0}, {0, 1}, {0, 2}, {1, 0}});
    const std::string b_ = store("b.bm", {{0, 1}, {0, 2}, {1, 1}});
    const std::string c_ = store("c.bm", {{0, 2}, {0, 3}});
};

TEST_F(CombineTest, TakesAnyNumberOfBitmaps) {
    const auto games = [&](BitmapOperation operation, std::vector<std::string> paths) {
        return test::games_of(combine_bitmaps(operation, paths, nullptr).value());
    };
    EXPECT_EQ(games(BitmapOperation::And, {a_, b_, c_}), (GameSet{{0, 2}}));
    EXPECT_EQ(games(BitmapOperation::Or, {b_, c_}), (GameSet{{0, 1}, {0, 2}, {0, 3}, {1, 1}}));
    EXPECT_EQ(games(BitmapOperation::Xor, {a_, b_, c_}),
              (GameSet{{0, 0}, {0, 2}, {0, 3}, {1, 0}, {1, 1}}));
    EXPECT_EQ(games(BitmapOperation::Sub, {a_, b_, c_}), (GameSet{{0, 0}, {1, 0}}));
    EXPECT_EQ(games(BitmapOperation::Not, {c_}), (GameSet{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
}

TEST_F(CombineTest, RefusesAWrongNumberOfBitmaps) {
    const auto message = [](BitmapOperation operation, size_t count) {
        const Status status = check_input_count(operation, count);
        return status ? "" : status.error().message;
    };
    EXPECT_EQ(message(BitmapOperation::And, 1), "and takes two bitmaps or more, found 1");
    EXPECT_EQ(message(BitmapOperation::Not, 2), "not takes one bitmap, found 2");
    EXPECT_EQ(message(BitmapOperation::Sub, 5), "");
    EXPECT_FALSE(combine_bitmaps(BitmapOperation::Or, {}, nullptr));
}

TEST_F(CombineTest, NamesTheFilesWhoseLayoutsDiffer) {
    const auto other = (dir_ / "other.bm").string();
    ASSERT_TRUE(write_bitmap(Bitmap({{4, 3}}), other, false));
    const std::string paths[] = {a_, b_, other};
    const auto refused = combine_bitmaps(BitmapOperation::Or, paths, nullptr);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message,
              a_ + " and " + other + ": the bitmaps differ in shard 1: 2 games against 3");

    const BitmapCorpus corpus{{{4, 3}}};
    const auto not_of_corpus = combine_bitmaps(BitmapOperation::Not, {&a_, 1}, &corpus);
    ASSERT_FALSE(not_of_corpus);
    EXPECT_TRUE(not_of_corpus.error().message.starts_with(a_)) << not_of_corpus.error().message;
}

TEST_F(CombineTest, TakesASetOfTheCorpusBeforeItGrew) {
    const auto grown = (dir_ / "grown.bm").string();
    ASSERT_TRUE(write_bitmap(test::bitmap_of({{4, 2, 3}}, {{0, 1}, {2, 2}}), grown, false));
    const auto games = [&](BitmapOperation operation, std::vector<std::string> paths) {
        const Bitmap made = combine_bitmaps(operation, paths, nullptr).value();
        EXPECT_EQ(made.layout(), (BitmapLayout{{4, 2, 3}}));
        return test::games_of(made);
    };
    EXPECT_EQ(games(BitmapOperation::Or, {c_, grown}), (GameSet{{0, 1}, {0, 2}, {0, 3}, {2, 2}}));
    EXPECT_EQ(games(BitmapOperation::Sub, {grown, a_, c_}), (GameSet{{2, 2}}));
    EXPECT_EQ(games(BitmapOperation::And, {a_, b_, grown}), (GameSet{{0, 1}}));
}

TEST_F(CombineTest, TakesBothVersionsInAnyMix) {
    const ContentHash id{1, 2};
    const BitmapLayout layout{{100000, 2, 70000}};
    const Bitmap x = test::bitmap_of(layout, {{0, 0}, {0, 99999}, {1, 1}, {2, 65536}});
    const Bitmap y = test::bitmap_of({{100000, 2}}, {{0, 99999}, {1, 0}});
    const auto store = [&](const char* name, const Bitmap& games, bool sparse) {
        const auto path = (dir_ / name).string();
        EXPECT_TRUE(write_bitmap(games, path, false, sparse ? std::optional(id) : std::nullopt));
        EXPECT_EQ(read_bitmap_summary(path)->version, sparse ? kSparseVersion : kDenseVersion);
        return path;
    };
    for (const bool x_sparse : {false, true}) {
        for (const bool y_sparse : {false, true}) {
            const std::string paths[] = {store("x.bm", x, x_sparse), store("y.bm", y, y_sparse)};
            const Bitmap both = combine_bitmaps(BitmapOperation::Xor, paths, nullptr).value();
            EXPECT_EQ(both, test::bitmap_of(layout, {{0, 0}, {1, 0}, {1, 1}, {2, 65536}}));
            const BitmapCorpus corpus{layout, id};
            EXPECT_EQ(combine_bitmaps(BitmapOperation::Xor, paths, &corpus).value(), both);
            for (const std::string& path : paths) std::filesystem::remove(path);
        }
    }
}

TEST_F(CombineTest, RefusesSetsOfDifferentCorpora) {
    const BitmapLayout layout{{100000}};
    const auto store = [&](const char* name, std::optional<ContentHash> id) {
        const auto path = (dir_ / name).string();
        EXPECT_TRUE(write_bitmap(test::bitmap_of(layout, {{0, 5}}), path, false, id));
        return path;
    };
    const std::string paths[] = {store("d.bm", std::nullopt), store("x.bm", ContentHash{1, 2}),
                                 store("y.bm", ContentHash{1, 3})};
    EXPECT_TRUE(combine_bitmaps(BitmapOperation::Or, std::span(paths).first(2), nullptr));
    const auto refused = combine_bitmaps(BitmapOperation::Or, paths, nullptr);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::Unsupported);
    EXPECT_EQ(refused.error().message,
              paths[1] + " and " + paths[2] +
                  ": found bitmaps of the corpora 00000000000000010000000000000002 and "
                  "00000000000000010000000000000003, expected those of one corpus");

    const BitmapCorpus corpus{layout, ContentHash{1, 2}};
    EXPECT_TRUE(combine_bitmaps(BitmapOperation::Or, std::span(paths).first(2), &corpus));
    EXPECT_FALSE(combine_bitmaps(BitmapOperation::Or, paths, &corpus));
}

TEST_F(CombineTest, BelievesNoSparseFileOfMoreGamesThanMemoryMayHold) {
    const std::string path = (dir_ / "huge.bm").string();
    std::string text = format_bitmap_table(make_bitmap_table(
        {{UINT32_MAX, UINT32_MAX}}, ContentHash{1, 2}, std::vector<uint64_t>{0, 0}));
    const uint64_t hash = short_content_hash(std::as_bytes(std::span(text)));
    text.append(reinterpret_cast<const char*>(&hash), sizeof hash);
    test::write_file(path, text);
    EXPECT_EQ(read_bitmap_summary(path)->total_set(), 0U);
    for (const auto& refused :
         {combine_bitmaps(BitmapOperation::Not, {&path, 1}, nullptr), read_bitmap(path)}) {
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, ErrorCode::Unsupported);
        EXPECT_EQ(refused.error().message,
                  path +
                      ", offset 16: found a bitmap of 8589934590 games, expected at most "
                      "4294967296 without a corpus that has as many");
    }
}

TEST(BitmapOperation, HasANameBothWays) {
    for (const BitmapOperation operation : kBitmapOperations) {
        EXPECT_EQ(parse_bitmap_operation(name_of(operation)), operation);
    }
    EXPECT_FALSE(parse_bitmap_operation("nand"));
}

}  // namespace
}  // namespace edge
