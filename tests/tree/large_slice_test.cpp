#include "tree/large_slice.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace edge::tree {
namespace {

// Tuples of positions that are alike in the first 32 bits of their keys, and some of others; a game
// each, and some that return.
std::vector<TreeTuple> some_tuples() {
    std::mt19937_64 random(1);
    const uint64_t popular = random() >> 32 << 32;
    std::vector<TreeTuple> tuples;
    for (uint32_t game = 0; game < 3000; ++game) {
        const uint64_t key = random() % 4 == 0 ? random() : popular + random() % 3 * random() % 5;
        TreeTuple tuple(key, Move::from_raw(static_cast<uint16_t>(random() % 3)), game % 7 == 0);
        tuple.set_game(game);
        tuple.set_result(static_cast<GameResult>(1 + random() % 3));
        tuples.push_back(tuple);
    }
    return tuples;
}

std::vector<corpus::Edge> sum_at_once(std::vector<TreeTuple> tuples, const SumOptions& options) {
    TreePart part;
    sum_tuples(tuples, options, part);
    EXPECT_EQ(part.games.edge_count(), part.edges.size());
    return part.edges;
}

TEST(LargeSlice, PartsAreWhatAllTuplesGiveAtOnce) {
    const std::vector<TreeTuple> tuples = some_tuples();
    // The games of the second range are numbered from 1000.
    std::vector<TreeTuple> second(tuples.begin() + 1000, tuples.end());
    for (TreeTuple& tuple : second) tuple.set_game(tuple.game() - 1000);
    const std::vector<TupleRange> ranges = {{std::span(tuples).first(1000), 0}, {second, 1000}};
    for (const uint32_t min_games : {1U, 2U, 700U}) {
        const SumOptions options{.min_games = min_games, .lists = true};
        const auto expected = sum_at_once(tuples, options);
        for (const uint64_t room : {0U, 10U, 500U, 5000U}) {
            std::vector<corpus::Edge> edges;
            EXPECT_TRUE(sum_large_slice(ranges, options, room, [&](TreePart part) {
                EXPECT_EQ(part.games.edge_count(), part.edges.size());
                edges.insert(edges.end(), part.edges.begin(), part.edges.end());
                return Status();
            }));
            EXPECT_EQ(edges, expected) << room << " tuples, " << min_games << " games";
        }
    }
}

TEST(LargeSlice, AnErrorEndsIt) {
    const std::vector<TreeTuple> tuples = some_tuples();
    const std::vector<TupleRange> ranges = {{tuples, 0}};
    for (const uint64_t room : {0U, 5000U}) {
        int parts = 0;
        const Status status = sum_large_slice(ranges, {}, room, [&](TreePart) -> Status {
            ++parts;
            return fail(ErrorCode::Io, "full");
        });
        EXPECT_FALSE(status);
        EXPECT_EQ(parts, 1);
    }
}

}  // namespace
}  // namespace edge::tree
