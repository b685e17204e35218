#include "chess/openings.h"

#include <gtest/gtest.h>

#include "chess/position_text.h"

namespace edge {
namespace {

Position after(std::string_view moves) { return play_moves(Position::start(), moves).value(); }

TEST(Openings, AreKnownByThePositionWhateverTheOrderOfMoves) {
    Openings openings;
    ASSERT_TRUE(openings.add("1. d4 Nf6 2. c4 e6 3. Nf3", {"E10", "Queen's pawn game"}));
    ASSERT_NE(openings.find(after("Nf3 Nf6 c4 e6 d4")), nullptr);
    EXPECT_EQ(openings.find(after("Nf3 Nf6 c4 e6 d4"))->eco, "E10");
    EXPECT_EQ(openings.find(after("d4 Nf6 c4 e6")), nullptr);
}

TEST(Openings, TheLastNameOfALineCounts) {
    Openings openings;
    ASSERT_TRUE(openings.add("e4", {"B00", "King's pawn"}));
    ASSERT_TRUE(openings.add("e4 c5", {"B20", "Sicilian defence"}));
    const std::vector<Position> line = {after(""), after("e4"), after("e4 c5"), after("e4 c5 a3")};
    EXPECT_EQ(openings.last_named(line)->name, "Sicilian defence");
    EXPECT_EQ(openings.last_named(std::span(line).first(2))->name, "King's pawn");
    EXPECT_EQ(openings.last_named(std::span(line).first(1)), nullptr);
}

TEST(Openings, TheLaterNameOfAPositionWins) {
    Openings openings;
    ASSERT_TRUE(openings.add("e4 e5", {"C20", "Open game"}));
    ASSERT_TRUE(openings.add("d4", {"A40", "Queen's pawn"}));
    ASSERT_TRUE(openings.add("e4 e5", {"C20", "King's pawn game"}));
    ASSERT_EQ(openings.size(), 2U);
    EXPECT_EQ(openings.all()[0].opening.name, "King's pawn game");
    EXPECT_EQ(openings.number_of(after("d4")), 1U);
    EXPECT_EQ(openings.number_of(after("e4")), Openings::kNone);
}

TEST(Openings, RefuseMovesThatAreNotLegal) {
    Openings openings;
    EXPECT_FALSE(openings.add("e4 e4", {"B00", "King's pawn"}));
    EXPECT_EQ(openings.size(), 0U);
}

}  // namespace
}  // namespace edge
