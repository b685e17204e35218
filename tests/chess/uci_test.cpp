#include "chess/uci.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string_view>

#include "chess/random_games.h"

namespace edge {
namespace {

using testing::position_of;

TEST(Uci, ReadsCastlingBothWays) {
    const Position position = position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    const auto king_side = parse_uci(position, "e1g1");
    ASSERT_TRUE(king_side);
    EXPECT_TRUE(king_side->is_castling());
    EXPECT_EQ(parse_uci(position, "e1h1"), king_side);
    EXPECT_EQ(parse_uci(position, "e1a1"), parse_uci(position, "e1c1"));
    EXPECT_EQ(to_uci(*king_side, position, CastlingRule::Standard), "e1g1");
    EXPECT_EQ(to_uci(*king_side, position, CastlingRule::Chess960), "e1h1");
}

TEST(Uci, StepIsNotCastlingWhereBothFit) {
    const Position position = position_of("4k3/8/8/8/8/8/8/5K1R w K - 0 1");
    EXPECT_FALSE(parse_uci(position, "f1g1")->is_castling());
    EXPECT_TRUE(parse_uci(position, "f1h1")->is_castling());
}

struct ErrorRow {
    std::string_view uci;
    UciError error;
};

TEST(Uci, SaysWhyItCannotRead) {
    const ErrorRow rows[] = {
        {"", UciError::Unreadable},      {"e2", UciError::Unreadable},
        {"e2e9", UciError::Unreadable},  {"e7e8k", UciError::Unreadable},
        {"e7e8 ", UciError::Unreadable}, {"e2e4qq", UciError::Unreadable},
        {"0000", UciError::NullMove},    {"e2e5", UciError::Illegal},
        {"e2e4q", UciError::Illegal},    {"e1g1", UciError::Illegal},
        {"e7e5", UciError::Illegal},     {"a1a1", UciError::Illegal},
    };
    for (const ErrorRow& row : rows) {
        const auto move = parse_uci(Position::start(), row.uci);
        ASSERT_FALSE(move) << row.uci;
        EXPECT_EQ(static_cast<int>(move.error()), static_cast<int>(row.error)) << row.uci;
    }
}

TEST(Uci, PromotionNeedsItsLetter) {
    const Position position = position_of("7k/4P3/8/8/8/8/8/4K3 w - - 0 1");
    EXPECT_FALSE(parse_uci(position, "e7e8"));
    EXPECT_EQ(parse_uci(position, "e7e8n")->promotion(), PieceType::Knight);
    EXPECT_EQ(parse_uci(position, "e7e8q")->promotion(), PieceType::Queen);
}

RC_GTEST_PROP(UciProperty, EveryLegalMoveRoundTrips, ()) {
    testing::replay(testing::draw_game(), [](const Position& position, Move) {
        for (const Move move : legal_moves(position)) {
            const auto again = parse_uci(position, to_uci(move, position, CastlingRule::Chess960));
            RC_ASSERT(again.has_value());
            RC_ASSERT(*again == move);
            if (!position.has_standard_castling()) continue;
            RC_ASSERT(*parse_uci(position, to_uci(move, position, CastlingRule::Standard)) == move);
        }
    });
}

}  // namespace
}  // namespace edge
