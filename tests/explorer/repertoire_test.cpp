#include "explorer/repertoire.h"

#include <gtest/gtest.h>

#include <span>
#include <string>

#include "chess/fen.h"
#include "corpus/corpus_builder.h"

namespace edge::explorer {
namespace {

Result<Repertoire> read(std::string_view text) {
    auto source = open_memory_stream(std::as_bytes(std::span(text)));
    return Repertoire::read(std::move(source), "r.pgn");
}

std::vector<std::string> lines_of(const Repertoire& repertoire) {
    std::vector<std::string> lines;
    for (const Repertoire::Line& line : repertoire.lines()) lines.push_back(line_text(line));
    return lines;
}

using Lines = std::vector<std::string>;

TEST(Repertoire, HasALineForEveryEnd) {
    const auto repertoire =
        read("1. e4 e5 (1... c5 2. Nf3 (2. c3) d6) 2. Nf3 Nc6 *\n\n[Round \"2\"]\n\n1. d4 d5 *");
    EXPECT_EQ(lines_of(repertoire.value()),
              (Lines{"1. e4 e5 2. Nf3 Nc6", "1. e4 c5 2. Nf3 d6", "1. e4 c5 2. c3", "1. d4 d5"}));
    EXPECT_EQ(repertoire->lines()[3].game, 2U);
    EXPECT_EQ(repertoire->entries().size(), 10U);
}

TEST(Repertoire, MergesPositionsHoweverTheyAreReached) {
    const auto repertoire = read("1. Nf3 d5 2. d4 Nf6 *\n\n[Round \"2\"]\n\n1. d4 d5 2. Nf3 c6 *");
    EXPECT_EQ(lines_of(repertoire.value()), (Lines{"1. Nf3 d5 2. d4 Nf6", "1. d4 d5 2. Nf3 c6"}));
    Position position = Position::start();
    for (const Move move : test::line("d4 d5 Nf3")) play_move(position, move);
    const uint32_t entry = repertoire->find(position.hash());
    ASSERT_NE(entry, Repertoire::kNone);
    EXPECT_EQ(repertoire->entries()[entry].line, 0U);
    EXPECT_EQ(repertoire->entries()[entry].moves.size(), 2U);
    EXPECT_EQ(repertoire->find(Position::start().hash()), Repertoire::kNone);
}

TEST(Repertoire, DropsLinesThatExistAlready) {
    EXPECT_EQ(lines_of(read("1. e4 e5 (1... e5) *\n\n[Round \"2\"]\n\n1. e4 *").value()),
              (Lines{"1. e4 e5"}));
}

TEST(Repertoire, EndsALineBeforeANullMove) {
    EXPECT_EQ(lines_of(read("1. e4 e5 2. -- Nc6 3. Nf3 *").value()), (Lines{"1. e4 e5"}));
}

TEST(Repertoire, BeginsWhereAGameDoes) {
    const auto repertoire =
        read("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Kd7 8. e4 Kd6 *");
    EXPECT_EQ(lines_of(repertoire.value()), (Lines{"7... Kd7 8. e4 Kd6"}));
    EXPECT_EQ(repertoire->fewest_pieces(), 3);
}

TEST(Repertoire, CutsEndlessLines) {
    std::string text;
    for (int i = 0; i < 200; ++i) text += "Nf3 Nf6 Ng1 Ng8 ";
    const auto repertoire = read("1. a3 a6 " + text + " 2. a4 *");
    ASSERT_EQ(repertoire->lines().size(), 1U);
    EXPECT_EQ(repertoire->lines()[0].moves.size(), Repertoire::kMaxLinePlies);
}

TEST(Repertoire, SaysWhatItCannotRead) {
    const auto repertoire = read(
        "1. e4 e5 2. Ke3 *\n\n[FEN \"x\"]\n\n1. e4 *\n\n[FEN "
        "\"rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1\"]\n\n1. O-O *");
    ASSERT_TRUE(repertoire.has_value());
    EXPECT_EQ(repertoire->warnings(),
              (std::vector<std::string>{
                  "r.pgn, line 1: found 'Ke3', expected a legal move; the line ends there",
                  "r.pgn, line 3: found 'x', expected a FEN; the moves are left out",
                  "r.pgn, line 7: a game of Chess960, left out"}));
}

TEST(Repertoire, IsAnErrorWithoutALegalMove) {
    for (const std::string_view text : {"", "no chess at all", "[White \"A\"]\n\n1. e5 *"}) {
        const auto repertoire = read(text);
        ASSERT_FALSE(repertoire.has_value());
        EXPECT_EQ(repertoire.error().code, ErrorCode::Corrupt);
        EXPECT_EQ(repertoire.error().message,
                  "r.pgn: found no game with a legal move, expected a repertoire in PGN");
    }
    EXPECT_EQ(Repertoire::open("/no/such/file.pgn").error().code, ErrorCode::NotFound);
}

}  // namespace
}  // namespace edge::explorer
