#include "ingest/tree_builder.h"

#include <gtest/gtest.h>

#include <span>

#include "corpus/tree.h"
#include "ingest/counted_tuples.h"
#include "support/temp_dir.h"

namespace edge::ingest {
namespace {

constexpr uint64_t kPlenty = uint64_t{1} << 40;

// Adds the tuples in batches of uneven size and writes the tree.
TreeSummary build(const std::vector<TreeTuple>& tuples, const test::TempDir& dir, uint64_t memory,
                  uint32_t min_games, unsigned threads) {
    TreeBuilder builder(dir.path(), memory);
    const std::span<const TreeTuple> all(tuples);
    size_t size = 1;
    for (size_t at = 0; at < all.size(); at += size, size = size * 3 % 10'007 + 1) {
        size = std::min(size, all.size() - at);
        EXPECT_TRUE(builder.add(partition_tuples(all.subspan(at, size))));
    }
    return builder.write(dir / "tree.dat", min_games, threads).value();
}

void expect_tree(const test::TempDir& dir, const test::CountedTuples& counted, uint32_t buckets,
                 uint32_t min_games) {
    const auto tree = corpus::Tree::open((dir / "tree.dat").string(), true).value();
    EXPECT_EQ(tree.bucket_count(), buckets);
    const auto expected = counted.in_tree_order(buckets, min_games);
    ASSERT_EQ(tree.edge_count(), expected.size());
    for (size_t i = 0; i < expected.size(); ++i) ASSERT_EQ(tree.edge(i), expected[i]) << i;
}

TEST(TreeBuilder, WritesAnEmptyTree) {
    const test::TempDir dir;
    const TreeSummary summary = build({}, dir, kPlenty, 1, 1);
    EXPECT_EQ(summary.edges, 0U);
    expect_tree(dir, {}, 1024, 1);
}

TEST(TreeBuilder, ASmallTreeEqualsAMapOfCounts) {
    const auto counted = test::random_tuples(1, 20'000);
    for (const uint64_t memory : {kPlenty, uint64_t{50'000}}) {
        for (const uint32_t min_games : {1U, 3U}) {
            const test::TempDir dir;
            const TreeSummary summary = build(counted.tuples, dir, memory, min_games, 1);
            EXPECT_EQ(summary.tuples, 20'000U);
            EXPECT_EQ(summary.spilled_bytes != 0, memory != kPlenty);
            expect_tree(dir, counted, 1024, min_games);
        }
    }
}

TEST(TreeBuilder, SpilledFilesLeaveNothingBehind) {
    const test::TempDir dir;
    build(test::random_tuples(1, 5000).tuples, dir, 1000, 1, 1);
    size_t files = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(dir.path())) {
        ++files;
    }
    EXPECT_EQ(files, 1U);  // the tree alone
}

TEST(TreeBuilderThreads, ALargeTreeIsTheSameForAnyMemoryAndThreads) {
    const auto counted = test::random_tuples(2, size_t{1} << 20);
    const test::TempDir one;
    build(counted.tuples, one, kPlenty, 2, 1);
    expect_tree(one, counted, 1U << 20, 2);
    const std::string expected = test::read_file(one / "tree.dat");
    const std::pair<uint64_t, unsigned> ways[] = {{kPlenty, 3}, {4'000'000, 3}, {4'000'000, 1}};
    for (const auto& [memory, threads] : ways) {
        const test::TempDir dir;
        const TreeSummary summary = build(counted.tuples, dir, memory, 2, threads);
        EXPECT_EQ(summary.spilled_bytes != 0, memory != kPlenty);
        EXPECT_TRUE(test::read_file(dir / "tree.dat") == expected);
    }
}

}  // namespace
}  // namespace edge::ingest
