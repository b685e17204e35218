#include "codec/game.h"

#include <gtest/gtest.h>

#include <vector>

#include "chess/fen.h"
#include "chess/san.h"

namespace edge {
namespace {

Move san(const Position& position, std::string_view text) {
    return parse_san(position, text).value();
}

TEST(MoveTree, KeepsVariationsInTheOrderAdded) {
    const Position& start = Position::start();
    MoveTree tree;
    const NodeIndex e4 = tree.add(kRootNode, san(start, "e4"));
    const NodeIndex d4 = tree.add(kRootNode, san(start, "d4"));
    const NodeIndex c4 = tree.add(kRootNode, san(start, "c4"));
    EXPECT_EQ(tree.first_child(kRootNode), e4);
    EXPECT_EQ(tree.next_sibling(e4), d4);
    EXPECT_EQ(tree.next_sibling(d4), c4);
    EXPECT_EQ(tree.next_sibling(c4), kNoNode);
    EXPECT_FALSE(tree.begins_variation(e4));
    EXPECT_TRUE(tree.begins_variation(c4));
}

TEST(MoveTree, AVariationMayVaryTheFirstMoveOfOne) {
    const Position& start = Position::start();
    MoveTree tree;
    const NodeIndex e4 = tree.add(kRootNode, san(start, "e4"));
    const NodeIndex d4 = tree.add_variation(e4, san(start, "d4"));
    const NodeIndex c4 = tree.add_variation(d4, san(start, "c4"));
    const NodeIndex f4 = tree.add_variation(d4, san(start, "f4"));
    const NodeIndex g4 = tree.add_variation(e4, san(start, "g4"));
    EXPECT_EQ(tree.next_sibling(d4), c4);
    EXPECT_EQ(tree.next_sibling(f4), g4);
    std::vector<uint32_t> nesting;
    for (const NodeIndex node : {e4, d4, c4, f4, g4}) nesting.push_back(tree.nesting(node));
    EXPECT_EQ(nesting, (std::vector<uint32_t>{0, 1, 2, 2, 1}));

    MoveTree flat;
    for (const char* move : {"e4", "d4", "c4", "f4", "g4"}) flat.add(kRootNode, san(start, move));
    EXPECT_FALSE(tree == flat);
}

TEST(MoveTree, IsTheSameHoweverItWasNumbered) {
    const Position& start = Position::start();
    MoveTree a;
    const NodeIndex a_e4 = a.add(kRootNode, san(start, "e4"));
    a.add(kRootNode, san(start, "d4"));
    a.add(a_e4, Move::from_raw(0));
    MoveTree b;
    const NodeIndex b_e4 = b.add(kRootNode, san(start, "e4"));
    b.add(b_e4, Move::from_raw(0));
    const NodeIndex b_d4 = b.add(kRootNode, san(start, "d4"));
    EXPECT_EQ(a, b);
    b.annotate(b_d4).nags = {146};
    EXPECT_FALSE(a == b);
}

TEST(MoveTree, DistinguishesBranchesWithTheSameMoves) {
    const Position& start = Position::start();
    MoveTree a;
    a.add(a.add(kRootNode, san(start, "e4")), Move());
    MoveTree b;
    b.add(kRootNode, san(start, "e4"));
    b.add(kRootNode, Move());
    EXPECT_FALSE(a == b);
}

TEST(Game, NullMovePassesTheTurn) {
    Position position =
        parse_fen("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3", FenMode::Strict)
            .value();
    ASSERT_TRUE(may_play(position, Move()));
    play_move(position, Move());
    EXPECT_EQ(to_fen(position), "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 4");
    EXPECT_EQ(position.hash(), position.compute_hash());
}

TEST(Game, ASideInCheckMayNotPass) {
    const Position position = parse_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", FenMode::Strict).value();
    EXPECT_FALSE(may_play(position, Move()));
}

TEST(Game, CommentsAreOneLineOfUtf8) {
    EXPECT_EQ(comment_text("  a  b\t\r\n   c \n\n d "), "a  b c d");
    EXPECT_EQ(comment_text("M\xFCller"), "Müller");
    EXPECT_EQ(comment_text(" \n \t"), "");
}

}  // namespace
}  // namespace edge
