#include "query/scan/piece_board.h"

#include <gtest/gtest.h>

#include "query/game_set.h"

namespace edge::query {
namespace {

TEST(PieceBoard, ShowsThePiecesOfThePosition) {
    const test::GameSet set(test::classics_pgn());
    (void)corpus::for_each_game(
        set.corpus(), [&](uint64_t id, corpus::GamePlace, const corpus::GameView& game) -> Status {
            PieceBoard board;
            test::for_each_position(
                game, {{0, game.plies()}}, [&](uint32_t ply, const Position& p) {
                    if (ply != 0) board.play(game.move(ply - 1), [](Square, Piece, Piece) {});
                    for (unsigned i = 0; i < 64; ++i) {
                        ASSERT_EQ(board.piece_on(square_at(i)), p.piece_on(square_at(i)))
                            << "game " << id << ", ply " << ply;
                    }
                });
            return {};
        });
}

TEST(PieceBoard, ReportsEveryChangeEvenOfSenselessMoves) {
    for (uint64_t seed = 0; seed < 50; ++seed) {
        const test::RecordOfAnyBytes record(seed, 300);
        PieceBoard board;
        auto reported = PieceBoard::start();
        for (uint32_t ply = 0; ply < 300; ++ply) {
            board.play(record.view().move(ply), [&](Square square, Piece before, Piece after) {
                EXPECT_EQ(reported[index(square)], before);
                EXPECT_LT(index(after), 16U);
                reported[index(square)] = after;
            });
            for (unsigned i = 0; i < 64; ++i) ASSERT_EQ(board.piece_on(square_at(i)), reported[i]);
        }
    }
}

}  // namespace
}  // namespace edge::query
