#include "convert/training_table.h"

#include <gtest/gtest.h>

namespace edge::convert {
namespace {

TEST(TrainingTable, CountsScoresInBands) {
    TrainingTable table;
    for (const int score : {0, 49, -49, 50, -99, 100, 1599, 1600, -31999}) {
        table.count({.score = static_cast<Score>(score), .result = GameResult::Draw, .pieces = 7});
    }
    table.count({.score = kMate, .result = GameResult::WhiteWins, .pieces = 32});
    table.count({.score = -kMateBound, .result = GameResult::BlackWins, .pieces = 32});
    table.count({.score = std::nullopt, .result = GameResult::Unknown, .pieces = 2});
    EXPECT_EQ(table.scores, (std::array<uint64_t, 7>{3, 2, 1, 0, 0, 1, 2}));
    EXPECT_EQ(table.mates, 2);
    EXPECT_EQ(table.unscored, 1);
    EXPECT_EQ(table.results, (std::array<uint64_t, 4>{1, 1, 9, 1}));
    EXPECT_EQ(table.pieces[7], 9);
    EXPECT_EQ(table.pieces[32], 2);
    EXPECT_EQ(table.pieces[2], 1);
    EXPECT_EQ(table.written, 12);
}

TEST(TrainingTable, AddsUp) {
    TrainingTable a;
    a.count({.score = Score{10}, .result = GameResult::Draw, .pieces = 7});
    a.leave_out(LeftOutPosition::Plies, 4);
    TrainingTable b = a;
    b.leave_out(LeftOutPosition::Repeated);
    TrainingTable sum = a;
    sum += b;
    EXPECT_EQ(sum.considered(), a.considered() + b.considered());
    EXPECT_EQ(sum.considered(), 11);
    EXPECT_EQ(sum.scores.front(), 2);
    EXPECT_EQ(sum.left_out[static_cast<size_t>(LeftOutPosition::Plies)], 8);
}

}  // namespace
}  // namespace edge::convert
