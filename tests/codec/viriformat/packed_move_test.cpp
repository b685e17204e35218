#include "codec/viriformat/packed_move.h"

#include <gtest/gtest.h>

#include <string_view>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/san.h"

namespace edge::viriformat {
namespace {

struct Case {
    std::string_view fen;
    std::string_view san;
    unsigned from, to, kind, promotion;
};

constexpr unsigned kA1 = 0, kE1 = 4, kH1 = 7, kB1 = 1, kC1 = 2, kE8 = 60;

class PackedMove : public ::testing::TestWithParam<Case> {};

TEST_P(PackedMove, IsPackedAndUnpacked) {
    const Case& given = GetParam();
    const Position position = parse_fen(given.fen, FenMode::Strict).value();
    const Move move = parse_san(position, given.san).value();
    const unsigned packed = given.from | given.to << 6 | given.promotion << 12 | given.kind << 14;
    EXPECT_EQ(pack_move(position, move), packed);
    EXPECT_EQ(unpack_move(position, static_cast<uint16_t>(packed)), move);
}

INSTANTIATE_TEST_SUITE_P(
    Moves, PackedMove,
    ::testing::Values(Case{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e4", 12, 28,
                           0, 0},
                      Case{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 36, 43, 1, 0},
                      Case{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", kE1, kH1, 2, 0},
                      Case{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", kE1, kA1, 2, 0},
                      // Chess960, where the king does not move, or only to where the rook stood.
                      Case{"4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "O-O-O", kC1, kB1, 2, 0},
                      Case{"1rk5/8/8/8/8/8/8/4K3 b b - 0 1", "O-O-O", 58, 57, 2, 0},
                      Case{"3nk3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q", 48, 56, 3, 3},
                      Case{"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "axb8=N", 48, 57, 3, 0},
                      Case{"4k3/8/8/8/8/8/p7/4K3 b - - 0 1", "a1=R", 8, 0, 3, 2}));

TEST(PackedMoves, PromotionBitsOfOtherMovesMeanNothing) {
    const Position& start = Position::start();
    const auto packed = static_cast<uint16_t>(12U | 28U << 6 | 3U << 12);
    EXPECT_TRUE(is_legal(start, unpack_move(start, packed)));
}

TEST(PackedMoves, KindsAreNotRepaired) {
    const Position castling =
        parse_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", FenMode::Strict).value();
    const auto king_moves_two = static_cast<uint16_t>(kE1 | 6U << 6 | 2U << 14);
    EXPECT_TRUE(unpack_move(castling, king_moves_two).is_none());
    const Position promotion = parse_fen("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", FenMode::Strict).value();
    const auto plain = static_cast<uint16_t>(48U | 56U << 6);
    EXPECT_FALSE(is_legal(promotion, unpack_move(promotion, plain)));
    const auto no_pawn = static_cast<uint16_t>(kE1 | kE8 << 6 | 3U << 14);
    EXPECT_FALSE(is_legal(promotion, unpack_move(promotion, no_pawn)));
}

}  // namespace
}  // namespace edge::viriformat
