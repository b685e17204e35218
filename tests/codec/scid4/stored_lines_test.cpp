#include "codec/scid4/stored_lines.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "chess/uci.h"
#include "codec/game.h"

namespace edge::scid4 {
namespace {

// Empty when one of the moves is illegal.
std::vector<Move> legal_line(const std::string& text) {
    std::vector<Move> moves;
    Position position = Position::start();
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const auto move = parse_uci(position, word);
        if (!move) return {};
        moves.push_back(*move);
        play_move(position, *move);
    }
    return moves;
}

unsigned code_of(const std::vector<Move>& moves) {
    StoredLineMatcher matcher;
    for (const Move move : moves) matcher.play(move);
    return matcher.code();
}

TEST(StoredLines, AreLegalAndDifferent) {
    std::set<std::string> lines;
    for (unsigned code = 1; code <= kStoredLineCount; ++code) {
        const std::string line = stored_line(code);
        EXPECT_FALSE(legal_line(line).empty()) << code << ": " << line;
        EXPECT_TRUE(lines.insert(line).second) << code << ": " << line;
    }
}

TEST(StoredLines, HaveNoOtherCodes) {
    EXPECT_EQ(stored_line(0), "");
    EXPECT_EQ(stored_line(255), "");
    EXPECT_EQ(stored_line(100000), "");
}

TEST(StoredLines, EachIsFoundByItsMoves) {
    for (unsigned code = 1; code <= kStoredLineCount; ++code) {
        EXPECT_EQ(code_of(legal_line(stored_line(code))), code) << stored_line(code);
    }
}

// The slow twin: of all lines that the game begins with, the longest.
TEST(StoredLines, TheLongestThatFitsIsTaken) {
    std::vector<std::vector<Move>> lines;
    for (unsigned code = 1; code <= kStoredLineCount; ++code) {
        lines.push_back(legal_line(stored_line(code)));
    }
    for (const std::vector<Move>& game : lines) {
        for (size_t plies = 0; plies <= game.size(); ++plies) {
            const std::vector<Move> begun(game.begin(), game.begin() + static_cast<long>(plies));
            unsigned expected = 0;
            size_t longest = 0;
            for (unsigned i = 0; i < lines.size(); ++i) {
                const bool fits = lines[i].size() <= plies &&
                                  std::equal(lines[i].begin(), lines[i].end(), begun.begin());
                if (!fits || lines[i].size() <= longest) continue;
                expected = i + 1;
                longest = lines[i].size();
            }
            EXPECT_EQ(code_of(begun), expected);
        }
    }
}

TEST(StoredLines, AnotherMoveEndsTheSearch) {
    EXPECT_EQ(code_of(legal_line("a2a3")), 0U);
    EXPECT_EQ(stored_line(code_of(legal_line("e2e4 e7e5 a2a3 a7a6 g1f3"))), "e2e4 e7e5");
    // Once left, a line is not entered again.
    EXPECT_EQ(code_of(legal_line("a2a3 a7a6 e2e4")), 0U);
    std::vector<Move> with_pass = legal_line("e2e4");
    with_pass.push_back(Move());
    EXPECT_EQ(stored_line(code_of(with_pass)), "e2e4");
}

TEST(StoredLines, CastlingIsAMoveOfTheKing) {
    EXPECT_EQ(stored_line(code_of(legal_line("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1"))),
              "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1");
}

}  // namespace
}  // namespace edge::scid4
