#include "tree/tree_sum.h"

#include <gtest/gtest.h>

#include "tree/counted_tuples.h"

namespace edge::tree {
namespace {

TEST(TreeSum, EqualsAMapOfCounts) {
    for (const size_t count : {0U, 1U, 2U, 31U, 32U, 33U, 64U, 1000U, 60'000U}) {
        for (const uint32_t min_games : {1U, 2U, 5U}) {
            const auto counted = test::random_tuples(count, count);
            std::vector<TreeTuple> tuples = counted.tuples;
            TreePart part;
            sum_tuples(tuples, {kBucketBits, 0, min_games, true}, part);
            EXPECT_EQ(part.games.edge_count(), part.edges.size());
            EXPECT_EQ(part.edges, counted.in_tree_order(uint64_t{1} << kBucketBits, min_games))
                << count << " tuples, at least " << min_games << " games";
        }
    }
}

TEST(TreeSum, SumsOneSliceByTheBitsThatDiffer) {
    test::CountedTuples counted;
    for (const TreeTuple& tuple : test::random_tuples(7, 20'000).tuples) {
        const uint64_t key = tuple.key >> kSliceBits | uint64_t{5} << (64 - kSliceBits);
        counted.add(std::rotl(key, kBucketBits), tuple.move().raw(), tuple.result());
    }
    std::vector<TreeTuple> tuples = counted.tuples;
    TreePart part;
    sum_tuples(tuples, {kBucketBits, kSliceBits, 1, false}, part);
    EXPECT_EQ(part.games.edge_count(), 0U);
    EXPECT_EQ(part.edges, counted.in_tree_order(uint64_t{1} << kBucketBits, 1));
}

TEST(TreeSum, AppendsToWhatIsThere) {
    test::CountedTuples counted;
    counted.add(42, 1, GameResult::Draw);
    counted.add(42, 1, GameResult::BlackWins);
    std::vector<TreeTuple> tuples = counted.tuples;
    TreePart part;
    part.edges.resize(1);
    sum_tuples(tuples, {}, part);
    ASSERT_EQ(part.edges.size(), 2U);
    EXPECT_EQ(part.edges[1], (corpus::Edge{42, 1, 2, 0, 1, 1}));
}

TEST(TreeTuples, SlicesHoldTheirTuplesInOrder) {
    const auto tuples = test::random_tuples(3, 5000).tuples;
    const SlicedTuples sorted = slice_tuples(tuples);
    ASSERT_EQ(sorted.size(), tuples.size());
    for (size_t s = 0; s < kSlices; ++s) {
        std::vector<uint64_t> expected;
        for (const TreeTuple& tuple : tuples) {
            if (slice_of(tuple.key) == s) expected.push_back(tuple.key);
        }
        std::vector<uint64_t> found;
        for (const TreeTuple& tuple : sorted.slice(s)) found.push_back(tuple.key);
        ASSERT_EQ(found, expected);
    }
}

TEST(TupleCollector, CountsAGameOncePerEdgeAndPosition) {
    const Move a = Move::from_raw(1);
    const Move b = Move::from_raw(2);
    const Move c = Move::from_raw(3);
    const Move d = Move::from_raw(4);
    TupleCollector collector;
    collector.begin_game();
    // Position 10 returns twice: once left by another move, once by the first one.
    unsigned clock = 0;
    for (const Move move : {a, b, a}) {
        collector.add(10, clock++, move);
        collector.add(11, clock++, c);
        collector.add(12, clock++, c);
        collector.add(13, clock++, d);
    }
    collector.finish_game(7, GameResult::Draw);
    collector.begin_game();
    collector.add(10, 0, a);
    collector.finish_game(8, GameResult::Unknown);
    collector.begin_game();
    collector.add(10, 0, b);
    collector.drop_game();

    const SlicedTuples sorted = collector.sliced();
    std::vector<TreeTuple> tuples(sorted.tuples.get(), sorted.tuples.get() + sorted.size());
    for (const TreeTuple& tuple : tuples) {
        EXPECT_EQ(tuple.game(), 7U);
        EXPECT_EQ(tuple.result(), GameResult::Draw);
    }
    TreePart part;
    sum_tuples(tuples, {}, part);
    const std::vector<corpus::Edge> expected = {
        {10, 1, 1, 0, 1, 0}, {10, 2, 1, 0, 1, 0}, {11, 3, 1, 0, 1, 0},
        {12, 3, 1, 0, 1, 0}, {13, 4, 1, 0, 1, 0},
    };
    EXPECT_EQ(part.edges, expected);
    // The second move from position 10 does not count as a second game there.
    TreePart filtered;
    sum_tuples(tuples, {.min_games = 2}, filtered);
    EXPECT_TRUE(filtered.edges.empty());
}

}  // namespace
}  // namespace edge::tree
