#include "codec/viriformat/writer.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "codec/viriformat/bytes_and_games.h"
#include "support/temp_dir.h"

namespace edge::viriformat {
namespace {

using edge::testing::Bytes;
using edge::testing::decoded;
using edge::testing::encoded;
using edge::testing::pgn_game;
namespace fs = std::filesystem;

TEST(ViriformatWriter, WritesGamesInTheOrderAppended) {
    const std::vector<ReadGame> games = {pgn_game("{[%eval 0.1]} 1. e4 1-0"), pgn_game("1. d4 *"),
                                         pgn_game("{[%eval 0.2]} 1. c4 1/2-1/2"),
                                         pgn_game("{[%eval 0.3]} 1. Nf3 0-1")};
    const test::TempDir folder;
    const fs::path path = folder / "x.vf";
    ConversionReport report;
    auto writer = Writer::create(path, {}, false).value();
    auto last = writer->encode(std::span(games).subspan(2), report).value();
    auto first = writer->encode(std::span(games).first(2), report).value();
    ASSERT_TRUE(writer->append(std::move(first), report));
    ASSERT_TRUE(writer->append(std::move(last), report));
    EXPECT_FALSE(fs::exists(path));
    ASSERT_TRUE(writer->finish());
    EXPECT_EQ(report.games_written, 3U);
    EXPECT_EQ(report.skipped.at("no_result").count, 1U);

    Bytes expected;
    for (const ReadGame& game : games) edge::testing::append(expected, encoded(game, {}, report));
    const std::string written = test::read_file(path);
    EXPECT_TRUE(std::ranges::equal(std::as_bytes(std::span(written)), expected));
}

TEST(ViriformatWriter, LeavesNothingWithoutFinish) {
    const test::TempDir folder;
    {
        auto writer = Writer::create(folder / "x.vf", {}, false).value();
    }
    EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(ViriformatWriter, RefusesAFileThatIsThere) {
    const test::TempDir folder;
    test::write_file(folder / "x.vf", "old");
    EXPECT_FALSE(Writer::create(folder / "x.vf", {}, false));
    EXPECT_TRUE(Writer::create(folder / "x.vf", {}, true));
    EXPECT_EQ(test::read_file(folder / "x.vf"), "old");
}

}  // namespace
}  // namespace edge::viriformat
