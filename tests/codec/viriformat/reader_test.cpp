#include "codec/viriformat/reader.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "chess/fen.h"
#include "codec/pgn/game_writer.h"
#include "codec/viriformat/bytes_and_games.h"
#include "codec/viriformat/packed_board.h"
#include "support/temp_dir.h"

namespace edge::viriformat {
namespace {

using edge::testing::append;
using edge::testing::Bytes;
using edge::testing::bytes_of;
using edge::testing::decoded;
using edge::testing::start_board;

// 1. e4 e5 2. Qh5 Ke7 3. Qxe5# from the format's own page, its pieces in the right order.
Bytes example_game() {
    Bytes bytes = start_board();
    append(bytes,
           bytes_of({0x0c, 0x07, 0x0a, 0x00, 0x34, 0x09, 0x14, 0x00, 0xc3, 0x09, 0xe2, 0xff,
                     0x3c, 0x0d, 0xff, 0x7f, 0x27, 0x09, 0xff, 0x7f, 0x00, 0x00, 0x00, 0x00}));
    return bytes;
}

std::string pgn_of(const Game& game) {
    std::string text;
    pgn::append_game(game, text);
    return text.substr(text.find("\n\n") + 2);
}

TEST(ViriformatReader, PutsScoresAfterThePreviousMove) {
    ConversionReport report;
    const auto games = decoded(example_game(), report);
    ASSERT_EQ(games.size(), 1U);
    EXPECT_EQ(pgn_of(games[0].game),
              "{[%eval 0.10]} 1. e4 {[%eval 0.20]} 1... e5 {[%eval -0.30]} 2. Qh5 {[%eval #0]}\n"
              "2... Ke7 {[%eval #0]} 3. Qxe5# 1-0\n\n");
    EXPECT_EQ(games[0].place, "game 1");
    EXPECT_EQ(games[0].game.tag("Result"), "1-0");
    EXPECT_EQ(games[0].game.tag("FEN"), "");
    EXPECT_EQ(report, (ConversionReport{.games_read = 1, .skipped = {}, .lost = {}}));
}

TEST(ViriformatReader, NamesANonStandardStart) {
    const Position start = parse_fen("1rk5/8/8/8/8/8/8/4K3 b b - 7 30", FenMode::Strict).value();
    const PackedBoard board = pack_board(start, GameResult::Draw);
    Bytes bytes(board.begin(), board.end());
    append(bytes, bytes_of({0x7a, 0x8e, 0, 0, 0, 0, 0, 0}));
    ConversionReport report;
    const auto games = decoded(bytes, report);
    ASSERT_EQ(games.size(), 1U);
    EXPECT_EQ(games[0].game.tag("FEN"), "1rk5/8/8/8/8/8/8/4K3 b q - 7 30");
    EXPECT_EQ(games[0].game.tag("SetUp"), "1");
    EXPECT_EQ(games[0].game.tag("Variant"), "Chess960");
    EXPECT_EQ(pgn_of(games[0].game), "{[%eval 0.00]} 30... O-O-O 1/2-1/2\n\n");
}

TEST(ViriformatReader, KeepsABadGameAsFarAsItGoes) {
    Bytes bytes = start_board();
    append(bytes, bytes_of({0x0c, 0x07, 1, 0}));  // 1. e4
    append(bytes, bytes_of({0x0c, 0x07, 1, 0}));  // once more
    append(bytes, bytes_of({0, 0, 1, 0}));        // no move, but not the end
    append(bytes, bytes_of({0, 0, 0, 0}));
    append(bytes, example_game());
    ConversionReport report;
    const auto games = decoded(bytes, report);
    ASSERT_EQ(games.size(), 2U);
    EXPECT_EQ(games[0].game.moves.size(), 2U);
    EXPECT_EQ(games[1].place, "game 2");
    EXPECT_EQ(report.lost.at("illegal_move").examples.at(0), "game 1: found one at ply 1");
}

TEST(ViriformatReader, SkipsAGameWithoutPosition) {
    Bytes bytes = example_game();
    append(bytes, Bytes(32));
    append(bytes, bytes_of({0, 0, 0, 0}));
    append(bytes, example_game());
    ConversionReport report;
    EXPECT_EQ(decoded(bytes, report).size(), 2U);
    EXPECT_EQ(report.games_read, 3U);
    EXPECT_EQ(report.skipped.at("bad_board").count, 1U);
}

TEST(ViriformatReader, CountsWhatAGameCannotHold) {
    Bytes bytes = example_game();
    bytes[28] = std::byte{5};
    bytes[30] = std::byte{3};
    bytes[31] = std::byte{1};
    ConversionReport report;
    const auto games = decoded(bytes, report);
    ASSERT_EQ(games.size(), 1U);
    EXPECT_EQ(games[0].game.result, GameResult::Unknown);
    EXPECT_EQ(report.lost.at("board_score").count, 1U);
    EXPECT_EQ(report.lost.at("bad_result").count, 1U);
    EXPECT_EQ(report.lost.at("extra_byte").count, 1U);
}

TEST(ViriformatReader, ReadsALastGameWithoutEnd) {
    const Bytes whole = example_game();
    for (size_t cut = 1; cut < whole.size(); ++cut) {
        Bytes bytes = whole;
        bytes.insert(bytes.end(), whole.begin(), whole.begin() + static_cast<ptrdiff_t>(cut));
        ConversionReport report;
        const auto games = decoded(bytes, report);
        const bool has_board = cut >= 32;
        EXPECT_EQ(games.size(), has_board ? 2U : 1U);
        EXPECT_EQ(report.games_read, 2U);
        EXPECT_EQ((has_board ? report.lost : report.skipped).at("truncated").count, 1U);
        if (has_board) {
            EXPECT_EQ(games[1].game.moves.size(), 1 + (cut - 32) / 4);
        }
    }
}

TEST(ViriformatReader, RefusesAFileOfAnotherKind) {
    const std::string text = "[Event \"?\"]\n[Site \"?\"]\n\n1. e4 e5 1-0\n";
    const auto reader = Reader::open(open_memory_stream(std::as_bytes(std::span(text))), "x.vf");
    ASSERT_FALSE(reader);
    EXPECT_EQ(reader.error().code, ErrorCode::Corrupt);
    EXPECT_NE(reader.error().message.find("x.vf, offset 0"), std::string::npos);
    const Bytes few(7);
    EXPECT_FALSE(Reader::open(open_memory_stream(few), "x.vf"));
}

TEST(ViriformatReader, AnEmptyFileHasNoGames) {
    ConversionReport report;
    EXPECT_TRUE(decoded({}, report).empty());
    EXPECT_EQ(report.games_read, 0U);
}

TEST(ViriformatReader, BlocksDoNotChangeTheGames) {
    // Some megabytes, so that games lie across the blocks that are handed out.
    Bytes bytes;
    const Bytes game = example_game();
    for (int i = 0; i < 20'000; ++i) append(bytes, game);
    ConversionReport report;
    const auto games = decoded(bytes, report);
    ASSERT_EQ(games.size(), 20'000U);
    EXPECT_EQ(games.back().place, "game 20000");
    for (const ReadGame& read : games) ASSERT_EQ(read.game, games[0].game);
}

TEST(ViriformatReader, SkipsTheRestOfAGameThatIsTooLong) {
    Bytes bytes = start_board();
    for (int i = 0; i < 500'000; ++i) append(bytes, bytes_of({1, 0, 0, 0}));
    append(bytes, bytes_of({0, 0, 0, 0}));
    append(bytes, example_game());
    ConversionReport report;
    const auto games = decoded(bytes, report);
    ASSERT_EQ(games.size(), 2U);
    EXPECT_EQ(games[0].game.moves.size(), 1U);
    EXPECT_EQ(games[1].game.moves.size(), 6U);
    EXPECT_EQ(games[1].place, "game 2");
}

TEST(ViriformatReader, KnowsHowFarItIs) {
    const test::TempDir folder;
    const auto path = folder / "x.vf";
    const Bytes bytes = example_game();
    test::write_file(path, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    const auto reader = Reader::open(path).value();
    EXPECT_EQ(reader->bytes_total(), bytes.size());
    EXPECT_EQ(reader->bytes_read(), 0U);
    ASSERT_NE(reader->next().value(), nullptr);
    EXPECT_EQ(reader->bytes_read(), bytes.size());
    EXPECT_EQ(reader->next().value(), nullptr);
}

}  // namespace
}  // namespace edge::viriformat
