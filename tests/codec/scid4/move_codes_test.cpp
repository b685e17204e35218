#include "codec/scid4/move_codes.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string_view>
#include <vector>

#include "chess/random_games.h"
#include "chess/uci.h"

namespace edge::scid4 {
namespace {

// The bytes of a move, as one number.
unsigned bytes_of(std::string_view fen, std::string_view uci) {
    const Position position = testing::position_of(fen);
    const Move move = uci == "--" ? Move() : parse_uci(position, uci).value();
    std::vector<std::byte> bytes;
    append_move(PieceLists::at_fen(position), move, bytes);
    unsigned value = 0;
    for (const std::byte byte : bytes) value = value << 8 | static_cast<unsigned>(byte);
    return value;
}

tl::expected<Move, MoveCodeError> move_of(std::string_view fen, uint8_t byte, uint8_t second = 0) {
    const Position position = testing::position_of(fen);
    return decode_move(position, PieceLists::at_fen(position), byte, second);
}

MoveCodeError error_of(std::string_view fen, uint8_t byte, uint8_t second = 0) {
    return move_of(fen, byte, second).error();
}

// One piece and two kings, each in its own corner.
TEST(MoveCodes, EveryKindHasItsOwn) {
    constexpr std::string_view kRook = "k7/8/8/8/3R4/8/8/7K w - - 0 1";
    EXPECT_EQ(bytes_of(kRook, "d4a4"), 0x10U);
    EXPECT_EQ(bytes_of(kRook, "d4d8"), 0x1FU);
    constexpr std::string_view kBishop = "k7/8/8/8/3B4/8/8/7K w - - 0 1";
    EXPECT_EQ(bytes_of(kBishop, "d4h8"), 0x17U);
    EXPECT_EQ(bytes_of(kBishop, "d4a1"), 0x10U);
    EXPECT_EQ(bytes_of(kBishop, "d4a7"), 0x18U);
    EXPECT_EQ(bytes_of(kBishop, "d4g1"), 0x1EU);
    constexpr std::string_view kKnight = "k7/8/8/8/3N4/8/8/7K w - - 0 1";
    EXPECT_EQ(bytes_of(kKnight, "d4c2"), 0x11U);
    EXPECT_EQ(bytes_of(kKnight, "d4e6"), 0x18U);
    constexpr std::string_view kQueen = "k7/8/8/8/3Q4/8/8/7K w - - 0 1";
    EXPECT_EQ(bytes_of(kQueen, "d4h4"), 0x17U);
    EXPECT_EQ(bytes_of(kQueen, "d4d1"), 0x18U);
    EXPECT_EQ(bytes_of(kQueen, "d4h8"), 0x137FU);
    EXPECT_EQ(bytes_of(kQueen, "d4b2"), 0x1349U);
}

TEST(MoveCodes, KingsStepAndCastleAndPass) {
    constexpr std::string_view kFen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    EXPECT_EQ(bytes_of(kFen, "e1d1"), 0x04U);
    EXPECT_EQ(bytes_of(kFen, "e1f2"), 0x08U);
    EXPECT_EQ(bytes_of(kFen, "e1c1"), 0x09U);
    EXPECT_EQ(bytes_of(kFen, "e1g1"), 0x0AU);
    EXPECT_EQ(bytes_of(kFen, "--"), 0x00U);
    EXPECT_EQ(bytes_of("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8d7"), 0x01U);
}

TEST(MoveCodes, PawnsHaveACodeForEachDirection) {
    constexpr std::string_view kWhite = "1n1n4/2P5/k7/8/8/8/P7/7K w - - 0 1";
    EXPECT_EQ(bytes_of(kWhite, "a2a3"), 0x11U);
    EXPECT_EQ(bytes_of(kWhite, "a2a4"), 0x1FU);
    EXPECT_EQ(bytes_of(kWhite, "c7b8q"), 0x23U);
    EXPECT_EQ(bytes_of(kWhite, "c7c8r"), 0x27U);
    EXPECT_EQ(bytes_of(kWhite, "c7d8b"), 0x2BU);
    EXPECT_EQ(bytes_of(kWhite, "c7c8n"), 0x2DU);
    constexpr std::string_view kBlack = "k7/8/8/8/3pP3/8/8/7K b - e3 0 1";
    EXPECT_EQ(bytes_of(kBlack, "d4e3"), 0x10U);
    EXPECT_EQ(bytes_of(kBlack, "d4d3"), 0x11U);
}

RC_GTEST_PROP(MoveCodes, EveryLegalMoveReadsBack, ()) {
    const testing::RandomGame game = testing::draw_game();
    testing::replay(game, [](const Position& position, Move) {
        const PieceLists lists = PieceLists::at_fen(position);
        for (const Move move : legal_moves(position)) {
            std::vector<std::byte> bytes;
            append_move(lists, move, bytes);
            const auto first = static_cast<uint8_t>(bytes.at(0));
            const bool is_long = has_second_byte(lists, position.side_to_move(), first);
            RC_ASSERT(bytes.size() == (is_long ? 2U : 1U));
            const auto second = is_long ? static_cast<uint8_t>(bytes[1]) : uint8_t{0};
            const auto back = decode_move(position, lists, first, second);
            RC_ASSERT(back.has_value());
            RC_ASSERT(*back == move);
        }
    });
}

TEST(MoveCodes, RefusesCodesWithoutAMove) {
    constexpr std::string_view kFen = "4k3/8/8/8/8/8/8/QN2K1BR w - - 0 1";
    // Slots: e1, b1, a1, g1, h1.
    EXPECT_EQ(error_of(kFen, 0x50), MoveCodeError::EmptySlot);
    EXPECT_EQ(error_of(kFen, 0xF0), MoveCodeError::EmptySlot);
    EXPECT_EQ(error_of(kFen, 0x01), MoveCodeError::NoTarget) << "a king below the board";
    EXPECT_EQ(error_of(kFen, 0x10), MoveCodeError::NoTarget) << "a knight that stays";
    EXPECT_EQ(error_of(kFen, 0x19), MoveCodeError::NoTarget) << "no step has this code";
    EXPECT_EQ(error_of(kFen, 0x11), MoveCodeError::NoTarget) << "a knight below the board";
    EXPECT_EQ(error_of(kFen, 0x0A), MoveCodeError::NoCastling) << "a bishop stands on g1";
    EXPECT_EQ(error_of(kFen, 0x09), MoveCodeError::NoCastling) << "a queen stands on a1";
}

TEST(MoveCodes, RefusesTargetsOfAQueenOutsideTheBoard) {
    constexpr std::string_view kFen = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1";
    EXPECT_EQ(error_of(kFen, 0x10, 0x3F), MoveCodeError::NoTarget);
    EXPECT_EQ(error_of(kFen, 0x10, 0x80), MoveCodeError::NoTarget);
    EXPECT_EQ(error_of(kFen, 0x10, 0x40), MoveCodeError::NoTarget) << "where it stands";
    EXPECT_EQ(error_of(kFen, 0x10, 0x7C), MoveCodeError::TakesKing);
    EXPECT_EQ(move_of(kFen, 0x10, 0x7F), Move::normal(Square::A1, Square::H8));
}

TEST(MoveCodes, LeavesTheRulesToTheCaller) {
    // Off the edge of the board, but to a square of it: a king's step from h4 to a5.
    constexpr std::string_view kFen = "4k3/8/8/8/7K/8/8/8 w - - 0 1";
    EXPECT_EQ(move_of(kFen, 0x05), Move::normal(make_square(7, 3), make_square(0, 4)));
    // Castling without the right to.
    EXPECT_EQ(move_of("4k3/8/8/8/8/8/8/4K2R w - - 0 1", 0x0A),
              Move::castling(Square::E1, make_square(6, 0)));
}

}  // namespace
}  // namespace edge::scid4
