#include "bitmap/combine.h"

#include <gtest/gtest.h>

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

    const BitmapLayout corpus{{4, 3}};
    const auto not_of_corpus = combine_bitmaps(BitmapOperation::Not, {&a_, 1}, &corpus);
    ASSERT_FALSE(not_of_corpus);
    EXPECT_TRUE(not_of_corpus.error().message.starts_with(a_)) << not_of_corpus.error().message;
}

TEST(BitmapOperation, HasANameBothWays) {
    for (const BitmapOperation operation : kBitmapOperations) {
        EXPECT_EQ(parse_bitmap_operation(name_of(operation)), operation);
    }
    EXPECT_FALSE(parse_bitmap_operation("nand"));
}

}  // namespace
}  // namespace edge
