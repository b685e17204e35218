#include "corpus/replay.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>

#include "chess/movegen.h"

namespace edge::corpus {
namespace {

TEST(Replay, EveryLegalMoveIsPlayable) {
    std::mt19937_64 random(1);
    for (int game = 0; game < 200; ++game) {
        Position position = Position::start();
        for (int ply = 0; ply < 200; ++ply) {
            const MoveList moves = legal_moves(position);
            if (moves.empty()) break;
            for (const Move move : moves) ASSERT_TRUE(is_playable(position, move)) << move.raw();
            position.make_move<Maintain::BoardAndHash>(moves[random() % moves.size()]);
        }
    }
}

// Noise that is_playable lets through must leave a board that every later call can stand on.
TEST(Replay, NoiseNeverLosesAKingOrPutsAPawnOnAnEndRank) {
    std::mt19937_64 random(2);
    for (int game = 0; game < 300; ++game) {
        Position position = Position::start();
        for (int ply = 0; ply < 300; ++ply) {
            Move move;
            int tries = 0;
            do {
                move = Move::from_raw(static_cast<uint16_t>(random()));
            } while (!is_playable(position, move) && ++tries < 100000);
            if (tries == 100000) break;
            position.make_move<Maintain::BoardAndHash>(move);
            ASSERT_EQ(std::popcount(position.pieces(Color::White, PieceType::King)), 1);
            ASSERT_EQ(std::popcount(position.pieces(Color::Black, PieceType::King)), 1);
            ASSERT_EQ(position.pieces(PieceType::Pawn) & (rank_bits(0) | rank_bits(7)), 0U);
            ASSERT_EQ(position.hash(), position.compute_hash());
        }
    }
}

}  // namespace
}  // namespace edge::corpus
