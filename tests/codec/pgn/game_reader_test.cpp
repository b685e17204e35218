#include "codec/pgn/game_reader.h"

#include <gtest/gtest.h>

#include <string>

#include "chess/fen.h"
#include "chess/san.h"
#include "codec/pgn/movetext.h"

namespace edge::pgn {
namespace {

using Kind = GameIssue::Kind;

TextGame read_one(std::string_view text) {
    std::vector<TextGame> games = read_games(text);
    EXPECT_EQ(games.size(), 1U);
    return games.empty() ? TextGame() : std::move(games.front());
}

// The tree on one line, everything where it belongs: e4 $1 {good} (d4 (c4)) e5
void append_line(const MoveTree& tree, NodeIndex node, Position position, std::string& out) {
    while (node != kNoNode) {
        const Annotation& notes = tree.annotation(node);
        if (!out.empty() && out.back() != '(') out += ' ';
        if (!notes.comment_before.empty()) out += '{' + notes.comment_before + "} ";
        out += tree.is_null_move(node) ? "--" : to_san(position, tree.move(node));
        for (const uint8_t nag : notes.nags) out += " $" + std::to_string(nag);
        if (!notes.comment.empty()) out += " {" + notes.comment + '}';
        if (!tree.begins_variation(node)) {
            for (NodeIndex other = tree.next_sibling(node); other != kNoNode;
                 other = tree.next_sibling(other)) {
                out += " (";
                append_line(tree, other, position, out);
                out += ')';
            }
        }
        play_move(position, tree.move(node));
        node = tree.first_child(node);
    }
}

std::string shape(const Game& game) {
    const std::string& intro = game.moves.annotation(kRootNode).comment;
    std::string out = intro.empty() ? "" : '{' + intro + '}';
    append_line(game.moves, game.moves.first_child(kRootNode), game.start, out);
    return out;
}

std::string shape_of(std::string_view text) { return shape(read_one(text).game); }

TEST(PgnGameReader, KeepsEverythingInItsPlace) {
    const TextGame read = read_one(
        "[Event \"A \\\"B\\\"\"]\n[White \"M\xFCller\"]\n[Result \"1-0\"]\n\n"
        "{intro} 1. e4! {king's\n pawn} ({better} 1. d4 d5 (1... Nf6 $5) 2. c4) ; closed\n"
        "1... e5 $10 $146 2. Nf3 (2. f4 {gambit}) (2. -- Z0) 2... Nc6 {a} {b} 1-0\n");
    EXPECT_EQ(read.game.tags,
              (std::vector<GameTag>{{"Event", "A \"B\""}, {"White", "Müller"}, {"Result", "1-0"}}));
    EXPECT_EQ(read.game.result, GameResult::WhiteWins);
    EXPECT_EQ(shape(read.game),
              "{intro} e4 $1 {king's pawn closed} ({better} d4 d5 (Nf6 $5) c4) e5 $10 $146 "
              "Nf3 (f4 {gambit}) (-- --) Nc6 {a b}");
    EXPECT_TRUE(read.issues.empty());
}

TEST(PgnGameReader, ReadsLooseNotation) {
    EXPECT_EQ(shape_of("1.e2e4 e5 2.Ng1-f3!? Nb8c6 3.Bf1b5 Nge7 4.0-0 d6?! *"),
              "e4 e5 Nf3 $5 Nc6 Bb5 Nge7 O-O d6 $6");
    EXPECT_EQ(shape_of("e4 e5!!! d4 +- exd4 = c3 ?? *"), "e4 e5 $3 $1 d4 $18 exd4 $10 c3 $4");
}

TEST(PgnGameReader, ReadsEnPassantMarksApartAndGlued) {
    for (const std::string capture :
         {"hxg6e.p.", "hxg6e.p", "hxg6ep", "hxg6 e.p.", "hxg6e.p.+", "hxg6+e.p.", "hxg6+ e.p."}) {
        const TextGame read = read_one("1. h4 Nf6 2. h5 g5 3. " + capture + " fxg6 4. a3 *");
        EXPECT_EQ(shape(read.game), "h4 Nf6 h5 g5 hxg6 fxg6 a3") << capture;
        EXPECT_TRUE(read.issues.empty()) << capture;
    }
}

TEST(PgnGameReader, NagsBeforeTheFirstMoveBelongToIt) {
    EXPECT_EQ(shape_of("[Round \"1\"]\n\n1. $1 e4 e5 ($2 {x} 1... c5 $3) *"),
              "e4 $1 e5 ({x} c5 $2 $3)");
}

TEST(PgnGameReader, SkipsEscapesAndKeepsLineComments) {
    EXPECT_EQ(shape_of("1. e4 e5\n% 2. f4 (\n2. Nf3 ; a } b\n2... Nc6 *"), "e4 e5 Nf3 {a } b} Nc6");
}

TEST(PgnGameReader, AnIllegalMoveEndsItsLineOnly) {
    const TextGame read =
        read_one("1. e4 e5 (1... Ke6 2. d4 {lost} (2. c4)) 2. Nf3\n(2. Nf3 d6 3. Qd8) 2... Nc6 *");
    EXPECT_EQ(shape(read.game), "e4 e5 Nf3 (Nf3 d6) Nc6");
    EXPECT_EQ(read.issues, (std::vector<GameIssue>{{Kind::IllegalMove, 1, "Ke6"},
                                                   {Kind::IllegalMove, 2, "Qd8"}}));
    EXPECT_EQ(describe(read.issues[0]),
              "line 1: found 'Ke6', expected a legal move; the line ends there");
}

TEST(PgnGameReader, AnIllegalMoveOfTheMainLineKeepsTheResult) {
    const TextGame read = read_one("[White \"A\"]\n\n1. e4 e5 2. Ke3 d6 (2... d5) 3. d4 0-1\n");
    EXPECT_EQ(shape(read.game), "e4 e5");
    EXPECT_EQ(read.game.result, GameResult::BlackWins);
    EXPECT_EQ(read.issues, (std::vector<GameIssue>{{Kind::IllegalMove, 3, "Ke3"}}));
}

TEST(PgnGameReader, NamesUnreadableAndAmbiguousMoves) {
    EXPECT_EQ(read_one("1. e4 xyzzy *").issues,
              (std::vector<GameIssue>{{Kind::UnreadableMove, 1, "xyzzy"}}));
    EXPECT_EQ(read_one("[FEN \"4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1\"]\n\n1. Ne4 *").issues,
              (std::vector<GameIssue>{{Kind::AmbiguousMove, 3, "Ne4"}}));
}

TEST(PgnGameReader, KeepsWhatAnUnclosedVariationHas) {
    const std::vector<TextGame> games =
        read_games("[White \"A\"]\n\n1. e4 (1. d4 d5 (1... Nf6\n\n[White \"B\"]\n\n1. c4 *\n");
    ASSERT_EQ(games.size(), 2U);
    EXPECT_EQ(shape(games[0].game), "e4 (d4 d5 (Nf6))");
    EXPECT_EQ(games[0].issues, (std::vector<GameIssue>{{Kind::UnclosedVariation, 3, "("},
                                                       {Kind::UnclosedVariation, 3, "("}}));
    EXPECT_EQ(shape(games[1].game), "c4");
    EXPECT_EQ(games[1].line, 5U);
}

TEST(PgnGameReader, AnUnclosedCommentEndsItsGame) {
    const std::vector<TextGame> games =
        read_games("1. e4 e5 {open\n2. Nf3\n\n[White \"B\"]\n\n1. c4 *\n");
    ASSERT_EQ(games.size(), 2U);
    EXPECT_EQ(shape(games[0].game), "e4 e5");
    EXPECT_EQ(games[0].issues,
              (std::vector<GameIssue>{{Kind::UnclosedComment, 1, "{open\n2. Nf3\n\n[White"}}));
    EXPECT_EQ(shape(games[1].game), "c4");
}

TEST(PgnGameReader, LeavesOutVariationsOfNothing) {
    const TextGame read =
        read_one("[Round \"1\"]\n\n(1. d4) 1. e4 ((1. c4) 1. d4) e5 ({why not}) *");
    EXPECT_EQ(shape(read.game), "e4 (d4) e5 {why not}");
    EXPECT_EQ(read.issues,
              (std::vector<GameIssue>{{Kind::NoMoveToVary, 3, "("}, {Kind::NoMoveToVary, 3, "("}}));
}

TEST(PgnGameReader, ReadsStartsOfChess960) {
    const TextGame read = read_one(
        "[Variant \"chess 960\"]\n[FEN \"rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1\"]\n\n"
        "1. O-O (1. O-O-O b1a1) b8a8 *\n");
    EXPECT_EQ(shape(read.game), "O-O (O-O-O) O-O-O");
    EXPECT_EQ(read.issues, (std::vector<GameIssue>{{Kind::IllegalMove, 4, "b1a1"}}));
}

TEST(PgnGameReader, ReadsNoMovesOfOtherVariantsOrFromBadStarts) {
    const TextGame variant = read_one("[Variant \"Crazyhouse\"]\n\n1. e4 *\n");
    EXPECT_EQ(variant.game.moves.size(), 1U);
    EXPECT_EQ(variant.issues, (std::vector<GameIssue>{{Kind::UnknownVariant, 1, "Crazyhouse"}}));
    const TextGame fen = read_one("[FEN \"8/8\"]\n\n1. e4 *\n");
    EXPECT_EQ(fen.game.moves.size(), 1U);
    EXPECT_EQ(fen.issues, (std::vector<GameIssue>{{Kind::BadStart, 1, "8/8"}}));
}

TEST(PgnGameReader, NestsAsDeepAsItsLimit) {
    std::string text = "1. Nf3";
    for (size_t i = 0; i < kMaxVariationDepth + 1; ++i) text += " (d3";
    text += std::string(kMaxVariationDepth + 1, ')') + " Nf6 *";
    const TextGame read = read_one(text);
    EXPECT_EQ(read.game.moves.size(), 3 + kMaxVariationDepth);
    EXPECT_EQ(read.issues, (std::vector<GameIssue>{{Kind::TooDeep, 1, "("}}));
}

// The stream hands out a few bytes at a time, so that games fall across all borders.
class Dribble : public ByteStream {
public:
    explicit Dribble(std::string_view text) : text_(text) {}
    Result<size_t> read(std::span<char> into) override {
        const size_t count = std::min({into.size(), text_.size(), size_t{1000}});
        text_.copy(into.data(), count);
        text_.remove_prefix(count);
        return count;
    }

private:
    std::string_view text_;
};

TEST(PgnGameReader, StreamsGamesOfAnySize) {
    std::string text;
    const std::string filler(300, 'x');
    for (int i = 0; i < 3000; ++i) {
        text += "[Round \"" + std::to_string(i) + "\"]\n\n1. e4 {" + filler + "} (1. d4) e5 *\n\n";
        if (i == 1500) text += "1. c4 {" + std::string(1000000, 'y') + "} *\n\n";
    }
    GameReader reader(std::make_unique<Dribble>(text), text.size());
    std::vector<TextGame> games;
    while (const auto stretch = reader.next_stretch().value()) {
        for (TextGame& read : stretch->read()) {
            const std::string_view begin = std::string_view(text).substr(read.offset, 6);
            EXPECT_TRUE(begin.starts_with("[Round") || begin == "1. c4 ");
            EXPECT_TRUE(read.issues.empty());
            games.push_back(std::move(read));
        }
    }
    EXPECT_EQ(games.size(), 3001U);
    EXPECT_EQ(games.back().game.tag("Round"), "2999");
    EXPECT_EQ(games.back().line, 4U * 2999 + 2 + 1);
    EXPECT_EQ(reader.bytes_read(), text.size());
}

TEST(PgnGameReader, ATagThatMakesAGameTooLongGivesItNoMoves) {
    const std::string text = "[A \"" + std::string(kMaxGameBytes + 1000, ' ') + "\"]\n\ne4 e5 1-0";
    const TextGame read = read_one(text);
    EXPECT_EQ(read.game.moves.size(), 1U);  // the root
    ASSERT_FALSE(read.issues.empty());
    EXPECT_EQ(read.issues.front().kind, Kind::TooLong);
}

// To look for the end of each of these over and over takes longer than the build allows a test.
TEST(PgnGameReader, MarksThatNothingClosesAreReadOnce) {
    for (const std::string_view piece : {"[ ", "[]", "+", "(d5)"}) {
        std::string text = "e4 e5 ";
        while (text.size() < size_t{8} << 20) text += piece;
        EXPECT_GE(read_one(text + " Nf3").game.moves.size(), 4U) << piece;
    }
}

}  // namespace
}  // namespace edge::pgn
