#include "query/scan/position_finder.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "codec/pgn/game_reader.h"
#include "query/lang/text.h"

namespace edge::query {
namespace {

// The spans at which a condition holds, as text: "0-3 7-7".
std::string found(std::string_view condition, std::string_view pgn) {
    const Game game = pgn::read_games("[Event \"x\"]\n\n" + std::string(pgn)).front().game;
    std::vector<Move> moves;
    for (NodeIndex node = game.moves.first_child(kRootNode); node != kNoNode;
         node = game.moves.first_child(node)) {
        moves.push_back(game.moves.move(node));
    }
    const auto made = PositionCondition::make(parse_text(condition).value()).value();
    PositionFinder finder(made);
    (void)finder.find({}, GameResult::Draw);  // leaves nothing behind
    std::string text;
    for (const PlySpan& span : finder.find(moves, game.result)) {
        if (!text.empty()) text += ' ';
        text += std::to_string(span.first) + '-' + std::to_string(span.last);
    }
    return text;
}

constexpr std::string_view kMate = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n";

TEST(PositionFinder, FindsThePlies) {
    EXPECT_EQ(found("quiet", kMate), "0-5");  // a capture is played at 6, and 7 is check
    EXPECT_EQ(found("checkmate", kMate), "7-7");
    EXPECT_EQ(found("move(\"Qxf7\")", kMate), "6-6");
    EXPECT_EQ(found("p=8", kMate), "0-6");
    EXPECT_EQ(found("p=8 and quiet", kMate), "0-5");
    EXPECT_EQ(found("p>8", kMate), "");
    EXPECT_EQ(found("quiet", "*\n"), "0-0");
}

TEST(PositionFinder, HasNoWindows) {
    EXPECT_EQ(found("streak(6, p=7)", kMate), "7-7");
    EXPECT_EQ(found("never(p=8)", kMate), "7-7");
    EXPECT_EQ(found("not quiet", kMate), "6-7");
}

TEST(PositionFinder, KnowsTheResult) {
    EXPECT_EQ(found("winner: bishop_pair", kMate), "0-7");
    EXPECT_EQ(found("result = W", kMate), "0-7");
    EXPECT_EQ(found("result = B", kMate), "");
}

TEST(PositionFinder, RefusesQuestionsAboutGames) {
    for (const std::string_view text : {"elo >= 2500", "quiet and year = 1999", "@set"}) {
        const auto made = PositionCondition::make(parse_text(text).value());
        ASSERT_FALSE(made) << text;
        EXPECT_EQ(made.error().code, ErrorCode::InvalidArgument);
        EXPECT_NE(made.error().message.find("condition about positions"), std::string::npos);
    }
}

}  // namespace
}  // namespace edge::query
