#include "codec/scid4/piece_lists.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <string_view>

#include "chess/random_games.h"
#include "chess/uci.h"

namespace edge::scid4 {
namespace {

// The squares of a side's slots in order: "e1 a1 b1".
std::string slots_of(const PieceLists& lists, Color color) {
    std::string text;
    for (unsigned slot = 0; slot < lists.size(color); ++slot) {
        const Square s = lists.square(color, slot);
        if (slot > 0) text += ' ';
        text += static_cast<char>('a' + file_of(s));
        text += static_cast<char>('1' + rank_of(s));
    }
    return text;
}

// The lists after moves in UCI with a space between.
PieceLists after(std::string_view fen, std::string_view moves) {
    Position position = testing::position_of(fen);
    PieceLists lists = PieceLists::at_fen(position);
    while (!moves.empty()) {
        const Move move = parse_uci(position, moves.substr(0, moves.find(' '))).value();
        lists.play(move);
        position.make_move<Maintain::Board>(move);
        moves.remove_prefix(std::min(moves.find(' '), moves.size() - 1) + 1);
    }
    return lists;
}

TEST(PieceLists, StandardStartGoesFromTheKingToThePawns) {
    const PieceLists lists = PieceLists::at_standard_start();
    EXPECT_EQ(slots_of(lists, Color::White), "e1 a1 b1 c1 d1 f1 g1 h1 a2 b2 c2 d2 e2 f2 g2 h2");
    EXPECT_EQ(slots_of(lists, Color::Black), "e8 a8 b8 c8 d8 f8 g8 h8 a7 b7 c7 d7 e7 f7 g7 h7");
}

TEST(PieceLists, FenGoesAlongTheBoardFieldWithTheKingInFront) {
    const PieceLists lists = PieceLists::at_fen(Position::start());
    // The piece that was first makes room for the king, at the end of the list as it is then.
    EXPECT_EQ(slots_of(lists, Color::Black), "e8 b8 c8 d8 a8 f8 g8 h8 a7 b7 c7 d7 e7 f7 g7 h7");
    EXPECT_EQ(slots_of(lists, Color::White), "e1 b2 c2 d2 e2 f2 g2 h2 a1 b1 c1 d1 a2 f1 g1 h1");
    EXPECT_EQ(slots_of(after("k7/8/8/8/8/8/8/K6R w - - 0 1", ""), Color::White), "a1 h1");
}

constexpr std::string_view kFen = "r3k2r/8/8/8/3pp3/8/P3P3/R3K2R w KQkq - 0 1";

TEST(PieceLists, MovesKeepTheSlot) {
    EXPECT_EQ(slots_of(after(kFen, ""), Color::White), "e1 e2 a1 a2 h1");
    EXPECT_EQ(slots_of(after(kFen, "a2a4 e8c8 h1h8"), Color::White), "e1 e2 a1 a4 h8");
    EXPECT_EQ(slots_of(after(kFen, "e1g1 e8c8"), Color::White), "g1 e2 a1 a2 f1");
    EXPECT_EQ(slots_of(after(kFen, "e1g1 e8c8"), Color::Black), "c8 d8 h8 d4 e4");
}

TEST(PieceLists, TheLastPieceTakesTheSlotOfACapturedOne) {
    EXPECT_EQ(slots_of(after(kFen, "h1h8"), Color::Black), "e8 a8 e4 d4");
    EXPECT_EQ(slots_of(after("r3k2r/8/8/8/3pp3/8/P3P3/R3K2R b KQkq - 0 1", "h8h1"), Color::White),
              "e1 e2 a1 a2");
}

TEST(PieceLists, EnPassantTakesThePawnThatPassed) {
    constexpr std::string_view kStart = "4k3/8/8/8/3p4/8/P3P3/R3K3 w Q - 0 1";
    EXPECT_EQ(slots_of(after(kStart, ""), Color::White), "e1 e2 a1 a2");
    EXPECT_EQ(slots_of(after(kStart, "e2e4 d4e3"), Color::White), "e1 a2 a1");
    EXPECT_EQ(slots_of(after(kStart, "e2e4 d4e3"), Color::Black), "e8 e3");
}

TEST(PieceLists, APromotedPawnIsAnotherPieceInItsSlot) {
    const PieceLists lists = after("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8r");
    EXPECT_EQ(slots_of(lists, Color::White), "e1 a8");
    EXPECT_EQ(lists.piece_on(Square::A8), make_piece(Color::White, PieceType::Rook));
}

TEST(PieceLists, KingAndRookMayChangePlaces) {
    PieceLists lists = PieceLists::at_fen(testing::position_of("4k3/8/8/8/8/8/8/5KR1 w G - 0 1"));
    const auto at = [](unsigned file) { return make_square(file, 0); };
    lists.castle({.king_from = at(5), .king_to = at(6), .rook_from = at(6), .rook_to = at(5)});
    EXPECT_EQ(slots_of(lists, Color::White), "g1 f1");
    EXPECT_EQ(lists.slot_of(at(6)), 0U);
    EXPECT_EQ(lists.piece_on(at(5)), make_piece(Color::White, PieceType::Rook));
}

RC_GTEST_PROP(PieceLists, AgreeWithThePosition, ()) {
    const testing::RandomGame game = testing::draw_game();
    PieceLists lists = PieceLists::at_fen(game.start);
    testing::replay(game, [&](const Position& position, Move move) {
        for (const Color color : {Color::White, Color::Black}) {
            Bitboard listed = 0;
            for (unsigned slot = 0; slot < lists.size(color); ++slot) {
                const Square s = lists.square(color, slot);
                listed |= bit(s);
                RC_ASSERT(lists.slot_of(s) == slot);
                RC_ASSERT(lists.piece_on(s) == position.piece_on(s));
            }
            RC_ASSERT(listed == position.pieces(color));
            RC_ASSERT(lists.square(color, 0) == position.king(color));
        }
        if (move.is_castling()) {
            const unsigned wing = file_of(move.to()) == 6 ? kKingSide : kQueenSide;
            lists.castle(castling_squares(position, wing));
        } else {
            lists.play(move);
        }
    });
}

}  // namespace
}  // namespace edge::scid4
