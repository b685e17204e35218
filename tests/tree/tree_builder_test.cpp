#include "tree/tree_builder.h"

#include <gtest/gtest.h>

#include <span>

#include "corpus/tree.h"
#include "corpus/tree_games.h"
#include "support/temp_dir.h"
#include "tree/counted_tuples.h"

namespace edge::tree {
namespace {

constexpr uint64_t kPlenty = uint64_t{1} << 40;

// Adds the tuples in parts of uneven size, each with games numbered from 0, and writes the tree.
TreeSummary build(const std::vector<TreeTuple>& tuples, const test::TempDir& dir, uint64_t memory,
                  uint32_t min_games, unsigned threads) {
    TreeBuilder builder(dir.path(), memory);
    const std::span<const TreeTuple> all(tuples);
    size_t size = 1;
    for (size_t at = 0; at < all.size(); at += size, size = size * 3 % 10'007 + 1) {
        size = std::min(size, all.size() - at);
        const auto first_game = static_cast<uint32_t>(at);
        std::vector<TreeTuple> part(all.begin() + at, all.begin() + at + size);
        for (TreeTuple& tuple : part) tuple.set_game(tuple.game() - first_game);
        EXPECT_TRUE(builder.add(slice_tuples(part), first_game));
    }
    return builder.write({.min_games = min_games, .threads = threads, .game_count = tuples.size()})
        .value();
}

void expect_tree(const test::TempDir& dir, const test::CountedTuples& counted, uint32_t buckets,
                 uint32_t min_games) {
    const auto tree = corpus::Tree::open((dir / "tree.dat").string(), true).value();
    EXPECT_EQ(tree.bucket_count(), buckets);
    const auto expected = counted.in_tree_order(buckets, min_games);
    ASSERT_EQ(tree.edge_count(), expected.size());
    const auto games = corpus::TreeGames::open((dir / "tree.games").string(), expected.size(),
                                               counted.tuples.size())
                           .value();
    std::vector<uint32_t> found;
    for (size_t i = 0; i < expected.size(); ++i) {
        const corpus::Edge& edge = expected[i];
        ASSERT_EQ(tree.edge(i), edge) << i;
        ASSERT_TRUE(games.read(i, edge.total, found)) << i;
        const auto move = static_cast<uint16_t>(edge.move_id);
        ASSERT_EQ(found, counted.games.at({edge.parent_hash, move})) << i;
    }
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
    EXPECT_EQ(files, 2U);  // the tree and its games alone
}

TEST(TreeBuilderThreads, ALargeTreeIsTheSameForAnyMemoryAndThreads) {
    const auto counted = test::random_tuples(2, size_t{1} << 20);
    const test::TempDir one;
    build(counted.tuples, one, kPlenty, 2, 1);
    expect_tree(one, counted, 1U << 20, 2);
    const std::string expected = test::read_file(one / "tree.dat");
    const std::string expected_games = test::read_file(one / "tree.games");
    const std::pair<uint64_t, unsigned> ways[] = {{kPlenty, 3}, {4'000'000, 3}, {4'000'000, 1}};
    for (const auto& [memory, threads] : ways) {
        const test::TempDir dir;
        const TreeSummary summary = build(counted.tuples, dir, memory, 2, threads);
        EXPECT_EQ(summary.spilled_bytes != 0, memory != kPlenty);
        EXPECT_TRUE(test::read_file(dir / "tree.dat") == expected);
        EXPECT_TRUE(test::read_file(dir / "tree.games") == expected_games);
    }
}

// Most games are on two edges of one position, whose tuples alone are more than memory holds.
TEST(TreeBuilder, APositionThatDoesNotFitIntoMemoryIsSummedAllTheSame) {
    auto counted = test::random_tuples(3, size_t{1} << 18);
    for (size_t i = 0; i < size_t{3} << 18; ++i) {
        const uint16_t move = i % 3 == 0 ? 28 : 27;
        counted.add(0x463b96181691fc9c, move, static_cast<GameResult>(1 + i % 7 % 3));
    }
    const test::TempDir plenty;
    build(counted.tuples, plenty, kPlenty, 2, 1);
    expect_tree(plenty, counted, 1U << 20, 2);
    const test::TempDir little;
    EXPECT_NE(build(counted.tuples, little, 500'000, 2, 2).spilled_bytes, 0U);
    for (const char* name : {"tree.dat", "tree.games"}) {
        EXPECT_TRUE(test::read_file(little / name) == test::read_file(plenty / name)) << name;
    }
}

TEST(TreeBuilder, WritesNoGamesWhereNoneAreAskedFor) {
    const test::TempDir dir;
    TreeBuilder builder(dir.path(), kPlenty);
    ASSERT_TRUE(builder.add(slice_tuples(test::random_tuples(4, 100).tuples), 0));
    const TreeSummary summary = builder.write({}).value();
    EXPECT_FALSE(summary.games);
    EXPECT_FALSE(std::filesystem::exists(dir / "tree.games"));
}

}  // namespace
}  // namespace edge::tree
