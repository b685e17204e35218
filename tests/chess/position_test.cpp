#include "chess/position.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string_view>

#include "chess/fen.h"
#include "chess/random_games.h"
#include "chess/uci.h"

namespace edge {
namespace {

using testing::draw_game;
using testing::position_of;
using testing::RandomGame;

constexpr CastlingRule kAnyCastling = CastlingRule::Chess960;

// Plays moves by UCI from the start position, by the standard castling rule.
Position after(std::initializer_list<std::string_view> moves) {
    Position position = Position::start();
    for (const std::string_view text : moves) {
        const auto move = parse_uci(position, text);
        EXPECT_TRUE(move) << text;
        if (move) position.make_move<Maintain::BoardAndHash>(*move);
    }
    return position;
}

struct KeyRow {
    std::initializer_list<std::string_view> moves;
    uint64_t key;
};

TEST(Position, HashesAsPolyglotPublishes) {
    const KeyRow rows[] = {
        {{}, 0x463b96181691fc9c},
        {{"e2e4"}, 0x823c9b50fd114196},
        {{"e2e4", "d7d5"}, 0x0756b94461c50fb0},
        {{"e2e4", "d7d5", "e4e5"}, 0x662fafb965db29d4},
        {{"e2e4", "d7d5", "e4e5", "f7f5"}, 0x22a48b5a8e47ff78},
        {{"e2e4", "d7d5", "e4e5", "f7f5", "e1e2"}, 0x652a607ca3f242c1},
        {{"e2e4", "d7d5", "e4e5", "f7f5", "e1e2", "e8f7"}, 0x00fdd303c946bdd9},
        {{"a2a4", "b7b5", "h2h4", "b5b4", "c2c4"}, 0x3c8123ea7b067637},
        {{"a2a4", "b7b5", "h2h4", "b5b4", "c2c4", "b4c3", "a1a3"}, 0x5c3f9b829b279560},
    };
    for (const KeyRow& row : rows) {
        const Position position = after(row.moves);
        EXPECT_EQ(position.hash(), row.key) << to_fen(position);
        EXPECT_EQ(position.compute_hash(), row.key) << to_fen(position);
    }
}

TEST(Position, KeepsEnPassantOnlyWhereTheCaptureIsLegal) {
    EXPECT_EQ(after({"e2e4"}).en_passant(), Square::None);
    EXPECT_EQ(after({"e2e4", "a7a6", "e4e5", "d7d5"}).en_passant(), make_square(3, 5));
    // The capture would uncover the rook on the fifth rank.
    Position pinned = position_of("8/2p5/8/KP5r/8/8/8/7k b - - 0 1");
    pinned.make_move<Maintain::BoardAndHash>(Move::normal(make_square(2, 6), make_square(2, 4)));
    EXPECT_EQ(pinned.en_passant(), Square::None);
    EXPECT_EQ(pinned.hash(), pinned.compute_hash());
}

TEST(Position, RightsEndWithKingRookAndCapturedRook) {
    Position position = position_of("r3k2r/8/8/8/8/6n1/8/R3K2R b KQkq - 0 1");
    position.make_move<Maintain::BoardAndHash>(*parse_uci(position, "g3h1"));
    EXPECT_EQ(to_fen(position), "r3k2r/8/8/8/8/8/8/R3K2n w Qkq - 0 2");
    position.make_move<Maintain::BoardAndHash>(*parse_uci(position, "e1e2"));
    EXPECT_EQ(to_fen(position), "r3k2r/8/8/8/8/8/4K3/R6n b kq - 1 2");
    position.make_move<Maintain::BoardAndHash>(*parse_uci(position, "a8b8"));
    EXPECT_EQ(to_fen(position), "1r2k2r/8/8/8/8/8/4K3/R6n w k - 2 3");
}

TEST(Position, KnowsStandardCastling) {
    EXPECT_TRUE(Position::start().has_standard_castling());
    EXPECT_TRUE(position_of("8/8/8/8/8/8/8/K1k5 w - - 0 1").has_standard_castling());
    EXPECT_FALSE(position_of("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1").has_standard_castling());
    EXPECT_FALSE(position_of("4k3/8/8/8/8/8/8/3K3R w K - 0 1").has_standard_castling());
}

RC_GTEST_PROP(PositionProperty, IncrementalHashIsTheFullHash, ()) {
    const RandomGame game = draw_game();
    Position position = game.start;
    for (const Move move : game.moves) {
        position.make_move<Maintain::BoardAndHash, kAnyCastling>(move);
        RC_ASSERT(position.hash() == position.compute_hash());
    }
}

RC_GTEST_PROP(PositionProperty, BoardOnlyGivesTheSameBoard, ()) {
    const RandomGame game = draw_game();
    Position with_hash = game.start;
    Position without = game.start;
    for (const Move move : game.moves) {
        with_hash.make_move<Maintain::BoardAndHash, kAnyCastling>(move);
        without.make_move<Maintain::Board, kAnyCastling>(move);
        RC_ASSERT(to_fen(without) == to_fen(with_hash));
        RC_ASSERT(without.same_position(with_hash));
    }
}

RC_GTEST_PROP(PositionProperty, BothCastlingRulesAgreeOnStandardPositions, ()) {
    const RandomGame game = draw_game();
    RC_PRE(game.start.has_standard_castling());
    Position standard = game.start;
    Position general = game.start;
    for (const Move move : game.moves) {
        standard.make_move<Maintain::BoardAndHash, CastlingRule::Standard>(move);
        general.make_move<Maintain::BoardAndHash, CastlingRule::Chess960>(move);
        RC_ASSERT(standard.hash() == general.hash());
        RC_ASSERT(to_fen(standard) == to_fen(general));
    }
}

}  // namespace
}  // namespace edge
