#include "bitmap/bitmap.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <iterator>

#include "bitmap/random_bitmap.h"

namespace edge {
namespace {

using test::bitmap_of;
using test::games_of;
using test::GameSet;

// Whether every bit beyond the last game is zero.
bool tail_is_clear(const Bitmap& bitmap) {
    for (uint32_t shard = 0; shard < bitmap.shard_count(); ++shard) {
        const uint32_t used = bitmap.layout().shard_games[shard] % Bitmap::kWordBits;
        if (used != 0 && bitmap.words_of(shard).back() >> used != 0) return false;
    }
    return true;
}

TEST(Bitmap, StartsEmptyAndSetsSingleGames) {
    Bitmap bitmap({{70, 0, 3}});
    EXPECT_EQ(bitmap.count(), 0U);
    EXPECT_EQ(bitmap.words_of(0).size(), 2U);
    EXPECT_TRUE(bitmap.words_of(1).empty());
    bitmap.set(0, 69);
    bitmap.set(0, 69);
    bitmap.set(2, 0);
    EXPECT_TRUE(bitmap.test(0, 69));
    EXPECT_FALSE(bitmap.test(0, 5));
    EXPECT_TRUE(bitmap.test(2, 0));
    EXPECT_EQ(bitmap.count(), 2U);
    EXPECT_EQ(bitmap.count(0), 1U);
    EXPECT_EQ(bitmap.count(1), 0U);
    EXPECT_EQ(bitmap.layout().total(), 73U);
}

TEST(Bitmap, ComplementKeepsTheBitsBeyondTheLastGameZero) {
    Bitmap bitmap({{1, 64, 65, 0}});
    bitmap.complement();
    EXPECT_EQ(bitmap.count(), 130U);
    EXPECT_EQ(bitmap.words_of(0)[0], 1U);
    EXPECT_EQ(bitmap.words_of(1)[0], ~uint64_t{0});
    EXPECT_EQ(bitmap.words_of(2)[1], 1U);
}

TEST(Bitmap, RefusesAnotherLayoutAndNamesTheFirstDifference) {
    Bitmap bitmap({{10, 20, 30, 1200}});
    bitmap.set(0, 1);
    const Bitmap before = bitmap;
    const Bitmap other({{10, 20, 30, 1187}});
    const Bitmap fewer({{10, 20, 30}});
    for (const auto operation :
         {&Bitmap::and_with, &Bitmap::or_with, &Bitmap::xor_with, &Bitmap::subtract}) {
        const Status games = (bitmap.*operation)(other);
        ASSERT_FALSE(games);
        EXPECT_EQ(games.error().message, "the bitmaps differ in shard 3: 1200 games against 1187");
        const Status shards = (bitmap.*operation)(fewer);
        ASSERT_FALSE(shards);
        EXPECT_EQ(shards.error().message,
                  "the bitmaps differ in the number of shards: 4 against 3");
    }
    EXPECT_EQ(bitmap, before);
}

RC_GTEST_PROP(Bitmap, HoldsWhatASetHolds, ()) {
    const BitmapLayout layout = test::random_layout();
    const GameSet games = test::random_games(layout);
    const Bitmap bitmap = bitmap_of(layout, games);
    RC_ASSERT(bitmap.count() == games.size());
    RC_ASSERT(games_of(bitmap) == games);
    for (uint32_t shard = 0; shard < layout.shard_count(); ++shard) {
        for (uint32_t game = 0; game < layout.shard_games[shard]; ++game) {
            RC_ASSERT(bitmap.test(shard, game) == games.contains({shard, game}));
        }
    }
}

RC_GTEST_PROP(Bitmap, AlgebraEqualsThatOfSets, ()) {
    const BitmapLayout layout = test::random_layout();
    const GameSet a = test::random_games(layout);
    const GameSet b = test::random_games(layout);
    const auto check = [&](Status (Bitmap::*operation)(const Bitmap&), auto of_sets) {
        Bitmap bitmap = bitmap_of(layout, a);
        RC_ASSERT((bitmap.*operation)(bitmap_of(layout, b)).has_value());
        GameSet expected;
        of_sets(a.begin(), a.end(), b.begin(), b.end(), std::inserter(expected, expected.end()));
        RC_ASSERT(games_of(bitmap) == expected);
        RC_ASSERT(tail_is_clear(bitmap));
    };
    check(&Bitmap::and_with, [](auto... it) { std::set_intersection(it...); });
    check(&Bitmap::or_with, [](auto... it) { std::set_union(it...); });
    check(&Bitmap::xor_with, [](auto... it) { std::set_symmetric_difference(it...); });
    check(&Bitmap::subtract, [](auto... it) { std::set_difference(it...); });
}

RC_GTEST_PROP(Bitmap, ComplementIsAllTheOtherGames, ()) {
    const BitmapLayout layout = test::random_layout();
    const Bitmap bitmap = bitmap_of(layout, test::random_games(layout));
    Bitmap others = bitmap;
    others.complement();
    RC_ASSERT(tail_is_clear(others));
    RC_ASSERT(others.count() == layout.total() - bitmap.count());
    Bitmap common = others;
    RC_ASSERT(common.and_with(bitmap).has_value());
    RC_ASSERT(common.count() == 0U);
    others.complement();
    RC_ASSERT(others == bitmap);
}

}  // namespace
}  // namespace edge
