#include "tree/tuple_sort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tree/counted_tuples.h"

namespace edge::tree {
namespace {

void expect_sorted(std::vector<TreeTuple> tuples, unsigned shared_bits) {
    std::vector<TreeTuple> expected = tuples;
    std::ranges::sort(expected);
    sort_tuples(tuples, shared_bits);
    ASSERT_EQ(tuples, expected);
}

// The tuples of one position, whose games choose among that many moves.
std::vector<TreeTuple> one_position(size_t games, unsigned moves, uint64_t key) {
    std::mt19937 random(static_cast<unsigned>(games + moves));
    std::vector<TreeTuple> tuples;
    for (uint32_t game = 0; game < games; ++game) {
        TreeTuple& tuple = tuples.emplace_back(
            key, Move::from_raw(static_cast<uint16_t>(random() % moves)), random() % 9 == 0);
        tuple.set_game(game);
        tuple.set_result(static_cast<GameResult>(1 + random() % 3));
    }
    return tuples;
}

TEST(TupleSort, SortsPopularAndLonelyPositions) {
    for (const size_t count : {0U, 1U, 2U, 31U, 32U, 33U, 64U, 1000U, 60'000U}) {
        std::vector<TreeTuple> tuples = test::random_tuples(count, count).tuples;
        ASSERT_NO_FATAL_FAILURE(expect_sorted(tuples, 0)) << count;
        std::ranges::shuffle(tuples, std::mt19937(1));
        ASSERT_NO_FATAL_FAILURE(expect_sorted(tuples, 0)) << count << ", games in no order";
    }
}

TEST(TupleSort, SortsOnePositionWithAnyNumberOfMoves) {
    for (const size_t games : {20U, 24U, 25U, 26U, 100U, 5000U}) {
        for (const unsigned moves : {1U, 2U, 8U, 9U, 63U, 64U, 65U, 300U, 60'000U}) {
            std::vector<TreeTuple> tuples = one_position(games, moves, 0x123456789ABCDEF0);
            ASSERT_NO_FATAL_FAILURE(expect_sorted(tuples, 0)) << games << " games, " << moves;
            std::ranges::shuffle(tuples, std::mt19937(2));
            ASSERT_NO_FATAL_FAILURE(expect_sorted(tuples, 0)) << games << " games, " << moves;
        }
    }
}

// Keys that differ in their last bits alone fall into one group.
TEST(TupleSort, SortsPositionsOfOneGroup) {
    std::vector<TreeTuple> tuples;
    for (const uint64_t key : {0xF00000000000003U, 0xF00000000000001U, 0xF00000000000002U}) {
        const auto some = one_position(700, 5, key);
        tuples.insert(tuples.end(), some.begin(), some.end());
    }
    for (const unsigned shared_bits : {0U, 4U, kSliceBits}) {
        ASSERT_NO_FATAL_FAILURE(expect_sorted(tuples, shared_bits));
    }
    std::ranges::shuffle(tuples, std::mt19937(3));
    ASSERT_NO_FATAL_FAILURE(expect_sorted(tuples, kSliceBits));
}

}  // namespace
}  // namespace edge::tree
