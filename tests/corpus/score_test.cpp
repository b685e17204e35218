#include "corpus/score.h"

#include <gtest/gtest.h>

#include <optional>

namespace edge::corpus {
namespace {

TEST(Score, PerformanceIsFides) {
    DetailSums sums;
    for (int i = 0; i < 3; ++i) sums.add(Color::Black, GameResult::BlackWins, 2400, 2500, 2001);
    sums.add(Color::Black, GameResult::WhiteWins, 2400, 2500, 0);
    const Details details = details_of(sums);
    EXPECT_EQ(details.average_rating, 2500U);
    EXPECT_EQ(details.average_opponent_rating, 2400U);
    EXPECT_EQ(details.performance, 2593);  // 75 percent: 193 more
    EXPECT_EQ(details.average_year, 2001U);
    EXPECT_EQ(details.last_year, 2001U);

    DetailSums lost;
    lost.add(Color::White, GameResult::BlackWins, 0, 2000, 0);
    EXPECT_EQ(details_of(lost).performance, 1200);
    EXPECT_EQ(details_of(lost).average_rating, std::nullopt);
    EXPECT_EQ(details_of({}), Details{});
}

}  // namespace
}  // namespace edge::corpus
