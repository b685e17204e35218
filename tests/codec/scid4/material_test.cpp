#include "codec/scid4/material.h"

#include <gtest/gtest.h>

#include <string_view>

#include "chess/random_games.h"
#include "codec/scid4/piece_lists.h"

namespace edge::scid4 {
namespace {

uint32_t code_of(std::string_view fen) {
    return material_code(PieceLists::at_fen(testing::position_of(fen)).count_pieces());
}

TEST(Material, HasEveryKindInItsBits) {
    EXPECT_EQ(code_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 0x6A86A8U);
    EXPECT_EQ(code_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), 0U);
    EXPECT_EQ(code_of("4k3/8/8/8/8/8/8/3QK3 w - - 0 1"), 0x400000U);
    EXPECT_EQ(code_of("4k3/p7/8/8/8/8/8/R2NK3 w - - 0 1"), 0x110001U);
    EXPECT_EQ(code_of("4kb2/8/8/8/8/8/P7/4K3 w - - 0 1"), 0x001040U);
}

TEST(Material, CountsUpToThreePieces) {
    EXPECT_EQ(code_of("4k3/8/8/8/8/8/8/NNNNKNNN w - - 0 1"), 0x030000U);
    EXPECT_EQ(code_of("qqqqkq2/8/8/8/8/8/P1P5/6K1 w - - 0 1"), 0x002C00U);
}

}  // namespace
}  // namespace edge::scid4
