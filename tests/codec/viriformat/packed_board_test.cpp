#include "codec/viriformat/packed_board.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "chess/fen.h"
#include "codec/random_tree.h"
#include "codec/viriformat/bytes_and_games.h"

namespace edge::viriformat {
namespace {

using edge::testing::Bytes;
using edge::testing::start_board;

Position position(std::string_view fen) { return parse_fen(fen, FenMode::Strict).value(); }

tl::expected<Board, std::string> unpack(const Bytes& bytes) {
    return unpack_board(std::span(bytes).first<kBoardBytes>());
}

std::string repacked_fen(std::string_view fen) {
    const PackedBoard bytes = pack_board(position(fen), GameResult::Draw);
    return to_shredder_fen(unpack_board(bytes).value().position);
}

TEST(PackedBoard, StartHasItsFirstPieceInTheLowNibble) {
    const PackedBoard packed = pack_board(Position::start(), GameResult::WhiteWins);
    EXPECT_TRUE(std::ranges::equal(packed, start_board()));
}

TEST(PackedBoard, KeepsWhichRookMayCastle) {
    constexpr std::string_view kInnerRooks = "1r1rk2r/8/8/8/8/8/8/R1R1KR1R w FChd - 3 9";
    EXPECT_EQ(to_shredder_fen(position(kInnerRooks)), repacked_fen(kInnerRooks));
    constexpr std::string_view kOneSide = "4k2r/8/8/8/8/8/8/R3K3 b Ah - 0 1";
    EXPECT_EQ(to_shredder_fen(position(kOneSide)), repacked_fen(kOneSide));
}

TEST(PackedBoard, KeepsEnPassantAndClocks) {
    constexpr std::string_view kFen =
        "r1bqkbnr/pppp1pp1/2n5/4p3/4P1Pp/2N2N2/PPPP1P1P/R1BQKBR1 b Qkq g3 0 5";
    const PackedBoard packed = pack_board(position(kFen), GameResult::BlackWins);
    EXPECT_EQ(packed[24], std::byte{0x80 | 22});
    EXPECT_EQ(packed[26], std::byte{5});
    EXPECT_EQ(to_fen(unpack_board(packed).value().position), kFen);
}

TEST(PackedBoard, KeepsTheEnPassantSquareWithoutACapture) {
    const Position start = position("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
    const Square e3 = make_square(4, 2);
    const Board board = unpack_board(pack_board(start, e3, GameResult::Draw)).value();
    EXPECT_EQ(board.passed, e3);
    EXPECT_EQ(board.position.en_passant(), Square::None);
    EXPECT_EQ(unpack_board(pack_board(start, GameResult::Draw)).value().passed, Square::None);
    const Square nothing_passed = make_square(3, 2);
    EXPECT_EQ(unpack_board(pack_board(start, nothing_passed, GameResult::Draw)).value().passed,
              Square::None);
}

TEST(PackedBoard, ClocksStopAtTheEndOfTheirRange) {
    const Position start = position("4k3/8/8/8/8/8/8/4K3 w - - 300 1");
    EXPECT_FALSE(has_packable_clocks(start));
    EXPECT_EQ(pack_board(start, GameResult::Draw)[25], std::byte{255});
}

TEST(PackedBoard, ReadsMoveNumberZeroAsOne) {
    Bytes bytes = start_board();
    bytes[26] = std::byte{0};
    EXPECT_EQ(unpack(bytes).value().position.fullmove_number(), 1U);
    EXPECT_FALSE(unpack(bytes)->drops_clocks);
    bytes[27] = std::byte{0xff};
    EXPECT_TRUE(unpack(bytes)->drops_clocks);
}

TEST(PackedBoard, ReadsAnyValueAbove64AsNoEnPassantSquare) {
    Bytes bytes = start_board();
    for (const unsigned value : {64U, 65U, 127U}) {
        bytes[24] = static_cast<std::byte>(value);
        EXPECT_EQ(unpack(bytes).value().position.en_passant(), Square::None);
    }
}

TEST(PackedBoard, DropsARightThatNoCastlingCanUse) {
    Bytes bytes = start_board();
    bytes[8] = std::byte{0x13};  // the rook on a1 has moved
    EXPECT_FALSE(unpack(bytes).value().drops_castling);
    bytes[16] = std::byte{0x8e};  // an unmoved rook on a7
    EXPECT_TRUE(unpack(bytes).value().drops_castling);
}

TEST(PackedBoard, ResultOutOfRangeIsUnknown) {
    Bytes bytes = start_board();
    bytes[30] = std::byte{0};
    EXPECT_EQ(unpack(bytes).value().result, GameResult::BlackWins);
    bytes[30] = std::byte{3};
    EXPECT_EQ(unpack(bytes).value().result, GameResult::Unknown);
}

TEST(PackedBoard, RefusesInvalidPositions) {
    Bytes no_king = start_board();
    no_king[10] = std::byte{0x24};  // a queen on e1
    EXPECT_FALSE(unpack(no_king));
    Bytes no_man = start_board();
    no_man[8] = std::byte{0x17};
    EXPECT_FALSE(unpack(no_man));
    Bytes too_many = start_board();
    too_many[2] = std::byte{1};
    EXPECT_FALSE(unpack(too_many));
    EXPECT_FALSE(unpack(Bytes(32)));
}

RC_GTEST_PROP(PackedBoard, IsReadBack, ()) {
    Game game = edge::testing::draw_tree();
    Position last = game.start;
    for (NodeIndex node = game.moves.first_child(kRootNode); node != kNoNode;
         node = game.moves.first_child(node)) {
        play_move(last, game.moves.move(node));
    }
    const auto board = unpack_board(pack_board(last, GameResult::Draw));
    RC_ASSERT(board.has_value());
    RC_ASSERT(to_shredder_fen(board->position) == to_shredder_fen(last));
    RC_ASSERT(!board->drops_castling);
}

}  // namespace
}  // namespace edge::viriformat
