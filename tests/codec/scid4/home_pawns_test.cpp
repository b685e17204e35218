#include "codec/scid4/home_pawns.h"

#include <gtest/gtest.h>

#include <string_view>

#include "codec/pgn/game_reader.h"

namespace edge::scid4 {
namespace {

HomePawns pawns_after(std::string_view pgn) {
    const Game game = pgn::read_games(pgn).at(0).game;
    HomePawnTracker tracker;
    for (NodeIndex node = game.moves.first_child(kRootNode); node != kNoNode;
         node = game.moves.first_child(node)) {
        tracker.play(game.moves.move(node));
    }
    return tracker.pawns();
}

TEST(HomePawns, ListsPawnsInTheOrderTheyLeave) {
    EXPECT_EQ(pawns_after("1. a4 h5 2. h3 a6 3. a5 Rh6 *"), (HomePawns{4, {0xF0, 0x87}}));
}

TEST(HomePawns, CountsAPawnCapturedAtHome) {
    EXPECT_EQ(pawns_after("1. d4 e5 2. dxe5 Bc5 3. Qd6 Bxf2+ *"), (HomePawns{3, {0xC3, 0xA0}}));
    EXPECT_EQ(pawns_after("1. Nc3 Nf6 2. Nb5 Ne4 3. Nxa7 Nxd2 *"), (HomePawns{2, {0x7C}}));
}

TEST(HomePawns, PassingAndPiecesThatPassThroughDoNotCount) {
    EXPECT_EQ(pawns_after("1. a3 -- 2. Ra2 -- 3. Ra1 -- *"), (HomePawns{1, {0xF0}}));
}

TEST(HomePawns, SixteenFillTheList) {
    EXPECT_EQ(pawns_after("1. a3 a6 2. b3 b6 3. c3 c6 4. d3 d6 5. e3 e6 6. f3 f6 7. g3 g6 8. h3 h6"
                          " 9. Nd2 *"),
              (HomePawns{16, {0xF7, 0xE6, 0xD5, 0xC4, 0xB3, 0xA2, 0x91, 0x80}}));
}

}  // namespace
}  // namespace edge::scid4
