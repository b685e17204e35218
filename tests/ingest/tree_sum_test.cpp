#include "ingest/tree_sum.h"

#include <gtest/gtest.h>

#include "ingest/counted_tuples.h"

namespace edge::ingest {
namespace {

TEST(TreeSum, EqualsAMapOfCounts) {
    for (const size_t count : {0U, 1U, 2U, 31U, 32U, 33U, 64U, 1000U, 60'000U}) {
        for (const uint32_t min_games : {1U, 2U, 5U}) {
            const auto counted = test::random_tuples(count, count);
            std::vector<TreeTuple> tuples = counted.tuples;
            std::vector<corpus::Edge> edges;
            sum_tuples(tuples, {kBucketBits, 0, min_games}, edges);
            EXPECT_EQ(edges, counted.in_tree_order(uint64_t{1} << kBucketBits, min_games))
                << count << " tuples, at least " << min_games << " games";
        }
    }
}

TEST(TreeSum, SumsOnePartitionByTheBitsThatDiffer) {
    test::CountedTuples counted;
    for (const TreeTuple& tuple : test::random_tuples(7, 20'000).tuples) {
        const uint64_t key = tuple.key >> kPartitionBits | uint64_t{5} << (64 - kPartitionBits);
        counted.add(std::rotl(key, kBucketBits), tuple.move().raw(), tuple.result());
    }
    std::vector<TreeTuple> tuples = counted.tuples;
    std::vector<corpus::Edge> edges;
    sum_tuples(tuples, {kBucketBits, kPartitionBits, 1}, edges);
    EXPECT_EQ(edges, counted.in_tree_order(uint64_t{1} << kBucketBits, 1));
}

TEST(TreeSum, AppendsToWhatIsThere) {
    test::CountedTuples counted;
    counted.add(42, 1, GameResult::Draw);
    counted.add(42, 1, GameResult::BlackWins);
    std::vector<TreeTuple> tuples = counted.tuples;
    std::vector<corpus::Edge> edges(1);
    sum_tuples(tuples, {}, edges);
    ASSERT_EQ(edges.size(), 2U);
    EXPECT_EQ(edges[1], (corpus::Edge{42, 1, 2, 0, 1, 1}));
}

TEST(TreeTuples, PartitionsHoldTheirTuplesInOrder) {
    const auto tuples = test::random_tuples(3, 5000).tuples;
    const PartitionedTuples sorted = partition_tuples(tuples);
    ASSERT_EQ(sorted.size(), tuples.size());
    for (size_t p = 0; p < kPartitions; ++p) {
        std::vector<uint64_t> expected;
        for (const TreeTuple& tuple : tuples) {
            const uint64_t key = tuple.key;  // packed: no reference to it
            if (partition_of(key) == p) expected.push_back(key);
        }
        std::vector<uint64_t> found;
        for (const TreeTuple& tuple : sorted.partition(p)) {
            const uint64_t key = tuple.key;
            found.push_back(key);
        }
        ASSERT_EQ(found, expected);
    }
}

}  // namespace
}  // namespace edge::ingest
