#include "explorer/board_facts.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "chess/fen.h"

namespace edge::explorer {
namespace {

Board board_after(std::string_view text, const Openings* openings = nullptr) {
    return describe_board(parse_line_text(text).value(), openings);
}

std::string uci_of(const Board& board, std::string_view san) {
    const auto found = std::ranges::find(board.legal, san, &Board::LegalMove::san);
    return found == board.legal.end() ? "none" : found->uci;
}

TEST(Board, GivesTheLineAndTheLegalMoves) {
    const Board board = board_after("startpos moves 1. e4 g8f6 2. Bc4");
    EXPECT_EQ(board.turn, Color::Black);
    EXPECT_FALSE(board.check);
    EXPECT_FALSE(board.end);
    EXPECT_EQ(board.start_fen, to_fen(Position::start()));
    ASSERT_EQ(board.line.size(), 3U);
    EXPECT_EQ(board.line[1].san, "Nf6");
    EXPECT_EQ(board.line[1].uci, "g8f6");
    EXPECT_EQ(board.line[1].fen, "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2");
    EXPECT_EQ(board.legal.size(), 22U);
    EXPECT_EQ(uci_of(board, "Nxe4"), "f6e4");
}

TEST(Board, GivesTheEnd) {
    const Board mate = board_after("moves f3 e5 g4 Qh4");
    EXPECT_TRUE(mate.check);
    EXPECT_EQ(mate.end, GameEnd::Checkmate);
    EXPECT_EQ(mate.line.back().san, "Qh4#");
    EXPECT_TRUE(mate.legal.empty());
    EXPECT_EQ(board_after("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").end, GameEnd::Stalemate);
}

TEST(Board, WritesCastlingAsThePositionHasIt) {
    EXPECT_EQ(uci_of(board_after("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), "O-O"), "e1g1");
    const Board chess960 = board_after("4k3/8/8/8/8/8/8/5KR1 w G - 0 1 moves O-O");
    EXPECT_EQ(chess960.line.front().uci, "f1g1");
}

TEST(Board, HasTheLastNameOfItsLine) {
    Openings openings;
    ASSERT_TRUE(openings.add("e4", {"B00", "King's Pawn"}));
    ASSERT_TRUE(openings.add("e4 c5", {"B20", "Sicilian"}));
    EXPECT_FALSE(board_after("startpos", &openings).opening);
    EXPECT_EQ(board_after("moves e4", &openings).opening->name, "King's Pawn");
    EXPECT_EQ(board_after("moves e4 c5 Nc3 Nc6", &openings).opening->eco, "B20");
    EXPECT_FALSE(board_after("moves e4 c5").opening);
}

}  // namespace
}  // namespace edge::explorer
