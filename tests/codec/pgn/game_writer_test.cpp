#include "codec/pgn/game_writer.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <sstream>
#include <string>

#include "codec/pgn/game_reader.h"
#include "codec/random_tree.h"

namespace edge::pgn {
namespace {

std::string written(const Game& game) {
    std::string text;
    append_game(game, text);
    return text;
}

std::string rewritten(std::string_view text) { return written(read_games(text).at(0).game); }

constexpr std::string_view kRoster =
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n"
    "[Black \"?\"]\n";

RC_GTEST_PROP(PgnGameWriter, ReadingBackGivesTheSameGame, ()) {
    const Game game = testing::draw_tree();
    const std::string text = written(game);
    const std::vector<TextGame> back = read_games(text);
    RC_ASSERT(back.size() == 1U);
    RC_ASSERT(back[0].issues.empty());
    RC_ASSERT(back[0].game == game);
    RC_ASSERT(written(back[0].game) == text);
}

RC_GTEST_PROP(PgnGameWriter, KeepsToEightyColumns, ()) {
    Game game = testing::draw_tree();
    game.tags.clear();
    std::istringstream lines(written(game));
    for (std::string line; std::getline(lines, line);) {
        // One word may be longer, and so may what must not be broken.
        const bool has_data = line.find_first_of("[;") != std::string::npos;
        const bool has_long_word = line.find("a-word-that-is-longer") != std::string::npos;
        if (!has_data && !has_long_word) RC_ASSERT(line.size() < 80U);
    }
}

TEST(PgnGameWriter, NumbersMovesWhereTheLineIsInterrupted) {
    EXPECT_EQ(
        rewritten(
            "[Round \"?\"]\n\n{intro} 1. e4! e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 {x} Nc6 1/2-1/2"),
        std::string(kRoster) +
            "[Result \"1/2-1/2\"]\n\n"
            "{intro} 1. e4 $1 e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 {x} 2... Nc6 1/2-1/2\n\n");
}

TEST(PgnGameWriter, KeepsVariationsInsideTheVariationTheyVary) {
    for (const std::string_view moves : {
             "1. e4 (1. d4 (1. c4)) 1... e5 *",
             "1. e4 (1. d4) (1. c4) 1... e5 *",
             "1. e4 (1. d4 (1. c4 (1. f4) 1... c5) (1. g4) 1... d5 (1... Nf6)) 1... e5 *",
             "1. e4 ({a} 1. d4 $2 {b} ({c} 1. c4 {d} ({e} 1. b3))) (1. f4 (1. g4)) 1... e5 *",
             "1. e4 e5 (1... c5 (1... e6 2. d4 (2. d3 (2. c4))) 2. Nf3) 2. Nf3 *",
         }) {
        const std::string text = rewritten(moves);
        EXPECT_EQ(text, std::string(kRoster) + "[Result \"*\"]\n\n" + std::string(moves) + "\n\n");
    }
}

TEST(PgnGameWriter, PutsTheRosterFirst) {
    EXPECT_EQ(rewritten("[WhiteElo \"2500\"]\n[Black \"B\"]\n[Result \"*\"]\n[Event \"E\"]\n\n"
                        "1. e4 0-1"),
              "[Event \"E\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n"
              "[Black \"B\"]\n[Result \"0-1\"]\n[WhiteElo \"2500\"]\n\n1. e4 0-1\n\n");
}

TEST(PgnGameWriter, EscapesTagValues) {
    EXPECT_EQ(rewritten("[Event \"a \\\"b\\\" \\\\\"]\n\n1. e4 *").substr(0, 22),
              "[Event \"a \\\"b\\\" \\\\\"]\n[");
}

TEST(PgnGameWriter, SaysWhereABlackStartIs) {
    Game game;
    game.start = testing::position_of("4k3/8/8/8/8/8/8/R3K3 b Q - 3 40");
    game.moves.add(kRootNode, Move::normal(Square::E8, square_at(index(Square::E8) - 8)));
    EXPECT_EQ(written(game), std::string(kRoster) +
                                 "[Result \"*\"]\n[SetUp \"1\"]\n"
                                 "[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 3 40\"]\n\n40... Ke7 *\n\n");
}

TEST(PgnGameWriter, NamesChess960) {
    Game game;
    game.start = testing::position_of("rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1");
    const std::string text = written(game);
    EXPECT_NE(text.find("[FEN \"rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w KQkq - 0 1\"]\n"
                        "[Variant \"Chess960\"]\n"),
              std::string::npos);
}

TEST(PgnGameWriter, WritesABraceAsALineComment) {
    EXPECT_EQ(
        rewritten("1. e4 ; a } b\n(1. d4 ; }\n) e5 *"),
        std::string(kRoster) + "[Result \"*\"]\n\n1. e4 ; a } b\n(1. d4 ; }\n) 1... e5 *\n\n");
}

TEST(PgnGameWriter, DoesNotBreakDataOfPrograms) {
    const std::string data = "{[%eval 0.25] [%clk 0:05:00] said the clock}";
    const std::string text = rewritten("1. e4 " + data + " e5 " + data + " 2. Nf3 " + data + " *");
    for (size_t at = text.find("[%"); at != std::string::npos; at = text.find("[%", at + 1)) {
        EXPECT_LT(text.find(']', at), text.find('\n', at));
        EXPECT_NE(text[at - 1], '\n');
    }
}

TEST(PgnGameWriter, WritesAGameOfAnyDepth) {
    Game game;
    NodeIndex at = kRootNode;
    Position position = game.start;
    // Each variation is inside the one before.
    for (int i = 0; i < 5000; ++i) {
        const MoveList moves = legal_moves(position);
        game.moves.add(at, moves[0]);
        at = game.moves.add(at, moves[1 % moves.size()]);
        play_move(position, moves[1 % moves.size()]);
        if (!has_legal_move(position)) break;
    }
    EXPECT_TRUE(read_games(written(game)).at(0).game.moves == game.moves);
}

}  // namespace
}  // namespace edge::pgn
