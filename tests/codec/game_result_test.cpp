#include "codec/game_result.h"

#include <gtest/gtest.h>

namespace edge {
namespace {

TEST(GameResult, ReadsWhatItWrites) {
    for (const GameResult result :
         {GameResult::Unknown, GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins}) {
        EXPECT_EQ(parse_result(result_text(result)), result);
    }
    EXPECT_EQ(result_text(GameResult::WhiteWins), "1-0");
    EXPECT_EQ(result_text(GameResult::BlackWins), "0-1");
}

TEST(GameResult, TakesHalfForADraw) { EXPECT_EQ(parse_result("1/2"), GameResult::Draw); }

TEST(GameResult, KnowsNoOtherWords) {
    for (const char* text : {"", "?", "white", "1-0 ", "0-0", "1/2-1", "**"}) {
        EXPECT_EQ(parse_result(text), std::nullopt) << text;
    }
}

}  // namespace
}  // namespace edge
