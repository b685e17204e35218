#include "chess/movegen.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "chess/fen.h"
#include "chess/random_games.h"
#include "chess/uci.h"

namespace edge {
namespace {

using testing::draw_game;
using testing::kGameStarts;
using testing::position_of;
using testing::RandomGame;
using testing::replay;

bool contains(const Position& position, std::string_view uci) {
    const MoveList moves = legal_moves(position);
    return std::any_of(moves.begin(), moves.end(), [&](Move move) {
        return to_uci(move, position, CastlingRule::Chess960) == uci;
    });
}

// One row per rule of castling, in king-takes-rook notation.
struct CastlingRow {
    std::string_view fen;
    std::string_view uci;
    bool legal;
};

TEST(Movegen, FollowsTheRulesOfCastling) {
    const CastlingRow rows[] = {
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", true},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1", true},
        {"4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1h1", false},     // no right
        {"4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", false},   // through attack
        {"4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", false},  // into attack
        {"3kr3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", false},   // out of check
        {"4k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", true},    // the rook may be attacked
        {"1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1", true},   // and may pass an attack
        {"4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1a1", false},   // a piece in the rook's way
        {"4k3/8/8/8/8/8/8/1KR5 w K - 0 1", "b1c1", true},       // a long walk in Chess960
        {"4k3/8/8/8/8/8/8/1KR2B2 w K - 0 1", "b1c1", false},    // with a piece in it
        {"4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1", true},       // king and rook change places
        {"4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1h1", true},        // the king stays
        {"4k3/8/8/8/8/8/8/r5KR w K - 0 1", "g1h1", false},      // the rook may not block a check
        {"4k3/8/8/8/8/8/8/qRK5 w Q - 0 1", "c1b1", false},      // the rook shielded the king
        {"4k3/8/8/8/8/8/8/1RK5 w Q - 0 1", "c1b1", true},
    };
    for (const CastlingRow& row : rows) {
        const Position position = position_of(row.fen);
        EXPECT_EQ(contains(position, row.uci), row.legal) << row.fen << ' ' << row.uci;
    }
}

TEST(Movegen, CastlingCanBeTheOnlyMove) {
    // Every step of the king is attacked, the rook and the bishop are blocked; O-O is left.
    const Position position = position_of("4r2k/8/8/8/8/6p1/6P1/5KRB w K - 0 1");
    const MoveList moves = legal_moves(position);
    ASSERT_EQ(moves.size(), 1U);
    EXPECT_TRUE(moves[0].is_castling());
    EXPECT_FALSE(is_stalemate(position));
}

TEST(Movegen, FindsMateAndStalemate) {
    const Position mate =
        position_of("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    EXPECT_TRUE(is_checkmate(mate));
    EXPECT_FALSE(is_stalemate(mate));
    const Position stalemate = position_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    EXPECT_TRUE(is_stalemate(stalemate));
    EXPECT_FALSE(is_checkmate(stalemate));
    EXPECT_FALSE(is_checkmate(Position::start()));
    EXPECT_FALSE(is_stalemate(Position::start()));
}

TEST(Movegen, HoldsTheLargestKnownNumberOfMoves) {
    const Position position = position_of("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    EXPECT_EQ(legal_moves(position).size(), 218U);
}

void expect_is_legal_exact(const Position& position) {
    std::set<uint16_t> legal;
    for (const Move move : legal_moves(position)) legal.insert(move.raw());
    for (unsigned raw = 0; raw < 65536; ++raw) {
        const Move move = Move::from_raw(static_cast<uint16_t>(raw));
        ASSERT_EQ(is_legal(position, move), legal.contains(move.raw()))
            << to_fen(position) << " raw " << raw;
    }
}

TEST(Movegen, IsLegalAgreesForEveryRawMove) {
    for (const std::string_view fen : kGameStarts) expect_is_legal_exact(position_of(fen));
    // En passant, a pinned en passant, checks, and castling with the king at its target.
    for (const std::string_view fen :
         {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
          "8/8/8/KPp4r/8/8/8/7k w - c6 0 1", "3k4/8/8/8/8/8/4r3/R3K2R w KQ - 0 1",
          "4k3/8/8/8/7b/8/4r3/R3K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/6KR w K - 0 1"}) {
        expect_is_legal_exact(position_of(fen));
    }
}

RC_GTEST_PROP(MovegenProperty, EveryGeneratedMoveIsLegalAndLeavesNoCheck, ()) {
    replay(draw_game(), [](const Position& position, Move) {
        const MoveList moves = legal_moves(position);
        RC_ASSERT(has_legal_move(position));
        std::set<uint16_t> seen;
        for (const Move move : moves) {
            RC_ASSERT(seen.insert(move.raw()).second);
            RC_ASSERT(is_legal(position, move));
            Position next = position;
            next.make_move<Maintain::Board, CastlingRule::Chess960>(move);
            const Color mover = position.side_to_move();
            RC_ASSERT(!next.is_attacked(next.king(mover), !mover));
        }
    });
}

RC_GTEST_PROP(MovegenProperty, GivesCheckAgreesWithPlaying, ()) {
    replay(draw_game(), [](const Position& position, Move) {
        for (const Move move : legal_moves(position)) {
            Position next = position;
            next.make_move<Maintain::Board, CastlingRule::Chess960>(move);
            RC_ASSERT(gives_check(position, move) == next.in_check());
        }
    });
}

}  // namespace
}  // namespace edge
