#include "formats/file_inspection.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "codec/fbpgn/writer.h"
#include "codec/polyglot/book_writer.h"
#include "codec/scid4/small_base.h"
#include "codec/viriformat/bytes_and_games.h"
#include "query/lang/text.h"
#include "support/temp_dir.h"

namespace edge::formats {
namespace {

namespace fs = std::filesystem;

ErrorCode code_of(const Result<FileInspection>& result) {
    EXPECT_FALSE(result);
    return result ? ErrorCode::Cancelled : result.error().code;
}

InspectFileOptions asking(std::string_view text, uint64_t limit = 10) {
    return {.where = query::GameFilter::make(query::parse_text(text).value()).value(),
            .limit = limit};
}

class FileInspectionTest : public ::testing::Test {
protected:
    std::string path(std::string_view name) const { return (dir_ / name).string(); }

    // Three games by A, B and A, of which the last is the first again.
    void write_fbpgn(bool with_index) {
        std::vector<ReadGame> games;
        for (const char* white : {"A", "B", "A"}) {
            games.push_back(testing::pgn_game("[White \"" + std::string(white) +
                                              "\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n"));
        }
        ConversionReport report;
        const auto writer =
            fbpgn::Writer::create(dir_ / "x.fbpgn", {.write_index = with_index}).value();
        ASSERT_TRUE(writer->append(writer->encode(games, report).value(), report));
        ASSERT_TRUE(writer->finish());
    }
    Result<FileInspection> inspect_fbpgn(const InspectFileOptions& options) const {
        return inspect_file(path("x.fbpgn"), GameKind::Fbpgn, options);
    }

    test::TempDir dir_;
};

TEST_F(FileInspectionTest, OfAScidBaseHasTheSizesOfItsFiles) {
    scid4::testing::write_base(dir_ / "club", scid4::testing::games_of(scid4::testing::two_games()),
                               {.info = {.description = "Club"}});
    const auto base =
        std::get<BaseInspection>(inspect_file(path("club.sn4"), GameKind::Scid4, {}).value());
    EXPECT_EQ(base.info.games, 2U);
    EXPECT_EQ(base.info.description, "Club");
    EXPECT_EQ(base.index_bytes, fs::file_size(dir_ / "club.si4"));
    EXPECT_EQ(base.names_bytes, fs::file_size(dir_ / "club.sn4"));
    EXPECT_EQ(base.games_bytes, fs::file_size(dir_ / "club.sg4"));
}

TEST_F(FileInspectionTest, OfFbpgnCountsGamesAndChunks) {
    write_fbpgn(false);
    const auto without = std::get<FbpgnInspection>(inspect_fbpgn({}).value());
    EXPECT_EQ(without.size_bytes, fs::file_size(dir_ / "x.fbpgn"));
    EXPECT_EQ(without.games, 3U);
    EXPECT_EQ(without.chunks, 2U);
    EXPECT_EQ(without.index_entries, std::nullopt);
    EXPECT_EQ(without.matched, std::nullopt);
}

TEST_F(FileInspectionTest, OfFbpgnAsksItsIndex) {
    write_fbpgn(true);
    const auto all = std::get<FbpgnInspection>(inspect_fbpgn({}).value());
    EXPECT_EQ(all.index_entries, 3U);
    EXPECT_EQ(all.matched, std::nullopt);
    const auto by_a = std::get<FbpgnInspection>(inspect_fbpgn(asking("white = \"A\"")).value());
    EXPECT_EQ(by_a.index_entries, 3U);
    EXPECT_EQ(by_a.matched, 2U);
    ASSERT_EQ(by_a.first_matches.size(), 2U);
    EXPECT_EQ(by_a.first_matches[0].ref, 0U);
    EXPECT_EQ(by_a.first_matches[1].ref, 2U);
    EXPECT_EQ(by_a.first_matches[1].tag("White"), "A");
    const auto one = std::get<FbpgnInspection>(inspect_fbpgn(asking("white = \"A\"", 1)).value());
    EXPECT_EQ(one.matched, 2U);
    EXPECT_EQ(one.first_matches.size(), 1U);
}

TEST_F(FileInspectionTest, OfFbpgnNeedsAnIndexThatCanAnswer) {
    write_fbpgn(false);
    EXPECT_EQ(code_of(inspect_fbpgn(asking("result = W"))), ErrorCode::NotFound);
    test::write_file(dir_ / "x.fbpgn.idx", R"([{"ref": 0, "W": "A"}])");
    EXPECT_EQ(code_of(inspect_fbpgn({})), ErrorCode::Corrupt);  // there are three games
    EXPECT_EQ(code_of(inspect_fbpgn(asking("plies > 3"))), ErrorCode::InvalidArgument);
}

TEST_F(FileInspectionTest, OfViriformatIsThatOfItsGames) {
    testing::Bytes bytes = testing::start_board();
    testing::append(bytes, testing::bytes_of({0, 0, 0, 0}));
    test::write_file(dir_ / "x.vf", {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    const auto games = std::get<viriformat::Statistics>(
        inspect_file(path("x.vf"), GameKind::Viriformat, {}).value());
    EXPECT_EQ(games.games, 1U);
    EXPECT_EQ(games.white_wins, 1U);
}

TEST_F(FileInspectionTest, OfABookCountsPositionsAndMoves) {
    auto writer = polyglot::BookWriter::create(dir_ / "b.bin", false).value();
    for (const uint64_t key : {0U, 0U, 7U, 9U, 9U}) {
        ASSERT_TRUE(writer.add({.key = key, .move = 796, .weight = 1}));
    }
    ASSERT_TRUE(writer.finish());
    const auto book =
        std::get<BookInspection>(inspect_file(path("b.bin"), GameKind::Polyglot, {}).value());
    EXPECT_EQ(book.size_bytes, 80U);
    EXPECT_EQ(book.positions, 3U);
    EXPECT_EQ(book.entries, 5U);
}

TEST_F(FileInspectionTest, RefusesWhatItCannotInspect) {
    for (const GameKind kind : {GameKind::Pgn, GameKind::Scoredb}) {
        EXPECT_EQ(code_of(inspect_file(path("x"), kind, {})), ErrorCode::Unsupported);
    }
    for (const GameKind kind : {GameKind::Scid4, GameKind::Viriformat, GameKind::Polyglot}) {
        EXPECT_EQ(code_of(inspect_file(path("x"), kind, asking("result = W"))),
                  ErrorCode::InvalidArgument);
        EXPECT_EQ(code_of(inspect_file(path("missing"), kind, {})), ErrorCode::NotFound);
    }
}

}  // namespace
}  // namespace edge::formats
