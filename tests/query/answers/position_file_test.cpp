#include "query/answers/position_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "chess/fen.h"
#include "query/game_set.h"
#include "support/temp_dir.h"

namespace edge::query {
namespace {

Result<PositionFile> parse(std::string_view text) {
    return parse_positions(std::as_bytes(std::span(text)), "x.ps");
}

// Three positions of five that matched.
std::string sample() {
    const test::TempDir folder;
    PositionWriter writer =
        PositionWriter::create(folder / "x", PositionOutput::References, true, false).value();
    for (const PositionReference& at : {PositionReference{0, 2, 7}, {0, 3, 0}, {1, 0, 258}}) {
        EXPECT_TRUE(writer.add({0, {at.shard, at.game}, at.ply, ""}));
    }
    EXPECT_TRUE(writer.finish({5, 3}));
    return test::read_file(folder / "x.ps");
}

template <class T>
std::string refusal(size_t at, T value, ErrorCode code = ErrorCode::Corrupt) {
    std::string text = sample();
    std::memcpy(text.data() + at, &value, sizeof value);
    const auto parsed = parse(text);
    if (parsed) return "accepted";
    EXPECT_EQ(parsed.error().code, code);
    return parsed.error().message;
}

TEST(PositionFile, HasTheBytesOfTheFormat) {
    const std::string text = sample();
    ASSERT_EQ(text.size(), 32U + 3 * 16);
    EXPECT_EQ(
        text.substr(0, 32),
        std::string_view("PMOTE-PS\x01\0\0\0\x01\0\0\0\x05\0\0\0\0\0\0\0\x03\0\0\0\0\0\0\0", 32));
    EXPECT_EQ(text.substr(64), std::string_view("\x01\0\0\0\0\0\0\0\x02\x01\0\0\0\0\0\0", 16));
}

TEST(PositionFile, IsReadBack) {
    const PositionFile list = parse(sample()).value();
    EXPECT_TRUE(list.unique);
    EXPECT_FALSE(list.has_fens);
    EXPECT_EQ(list.total_matched, 5U);
    ASSERT_EQ(list.positions.size(), 3U);
    EXPECT_TRUE((list.positions[2] == PositionReference{1, 0, 258}));
}

TEST(PositionFile, NamesWhatIsWrong) {
    EXPECT_EQ(refusal<char>(0, 'Q'),
              "x.ps, offset 0: found \"QMOTE-PS\", expected the magic \"PMOTE-PS\"");
    EXPECT_EQ(refusal<uint32_t>(8, 2, ErrorCode::Unsupported),
              "x.ps, offset 8: found version 2, expected 1");
    EXPECT_EQ(refusal<uint32_t>(12, 4),
              "x.ps, offset 12: found flags 0x4, expected nothing above "
              "bit 1");
    EXPECT_EQ(refusal<uint64_t>(24, 4),
              "x.ps, offset 24: found 4 records, expected no more than the 5 positions that "
              "matched and the 48 bytes that follow");
    EXPECT_EQ(refusal<uint64_t>(24, 2),
              "x.ps, offset 64: found 16 more bytes, expected the end of "
              "the file");
    EXPECT_EQ(refusal<uint32_t>(52, 1),
              "x.ps, offset 48: found a position out of order, expected "
              "ascending shard, game and ply");
    EXPECT_EQ(refusal<uint32_t>(44, 9),
              "x.ps, offset 32: found ply 7 and then 9, expected at most ply 16777215 and then 0");
    for (size_t size = 0; size < 80; ++size) EXPECT_FALSE(parse(sample().substr(0, size)));
}

TEST(PositionFile, WritesReferencesAndFensOfAQuery) {
    const test::GameSet set(test::classics_pgn());
    const Query all = Query::prepare(set.corpus(), Expr{All{}}).value();
    const test::TempDir folder;
    const auto totals = write_positions(all, {true, 1000, false}, {2, {}}, PositionOutput::Both,
                                        folder / "x.ps", false);
    EXPECT_EQ(totals.value().listed, 1000U);
    const PositionFile list = read_positions(folder / "x.ps").value();
    EXPECT_TRUE(list.unique && list.has_fens);
    EXPECT_EQ(list.total_matched, totals->matched);
    EXPECT_EQ(list.positions.size(), 1000U);
    const std::string fens = test::read_file(folder / "x.fen");
    EXPECT_EQ(std::ranges::count(fens, '\n'), 1000);
    EXPECT_TRUE(fens.starts_with(to_fen(Position::start()) + '\n'));
}

TEST(PositionFile, WritesEpdsOfAQuery) {
    const test::GameSet set(test::classics_pgn());
    const Query all = Query::prepare(set.corpus(), Expr{All{}}).value();
    const test::TempDir folder;
    for (const bool overwrite : {false, true}) {
        ASSERT_TRUE(write_positions(all, {.limit = 2}, {2, {}}, PositionOutput::Epds,
                                    folder / "x.fen", overwrite));
    }
    EXPECT_FALSE(std::filesystem::exists(folder / "x.fen"));
    EXPECT_EQ(test::read_file(folder / "x.epd"),
              "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - c0 \"1-0\"; id \"0:0\";\n"
              "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - c0 \"1-0\"; id \"0:1\";\n");
    for (const char* other : {"1. e4 e5 *\n", "8/8/8/8/8/8/8/K1k5 w - - 0 1\n7k/8", "a b c d e"}) {
        test::write_file(folder / "x.epd", other);
        EXPECT_EQ(
            write_positions(all, {.limit = 2}, {2, {}}, PositionOutput::Epds, folder / "x", true)
                .has_value(),
            std::string_view(other).starts_with("8/8"))
            << other;
    }
}

TEST(PositionFile, ReplacesOnlyLists) {
    const test::TempDir folder;
    const auto write = [&](bool overwrite) -> Status {
        PositionWriter writer =
            EDGE_TRY(PositionWriter::create(folder / "x", PositionOutput::Both, false, overwrite));
        EDGE_CHECK(writer.add({0, {0, 0}, 0, to_fen(Position::start())}));
        return writer.finish({1, 1});
    };
    EXPECT_TRUE(write(false));
    EXPECT_FALSE(write(false));
    EXPECT_TRUE(write(true));
    test::write_file(folder / "x.fen", "1. e4 e5 *\n");
    EXPECT_FALSE(write(true));
    EXPECT_EQ(test::read_file(folder / "x.fen"), "1. e4 e5 *\n");
}

}  // namespace
}  // namespace edge::query
