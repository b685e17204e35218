#include "codec/scid4/base_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "codec/scid4/index_entry.h"
#include "codec/scid4/small_base.h"
#include "support/damage.h"
#include "support/temp_dir.h"

namespace edge::scid4 {
namespace {

using namespace std::literals;
using namespace testing;
using test::read_file;
using test::TempDir;

TEST(Scid4BaseReader, GivesBackGamesTagsAndFlags) {
    const TempDir dir;
    const std::vector<ReadGame> games = games_of(two_games());
    EXPECT_EQ(write_base(dir / "club.si4", games).games_written, 2u);
    const Read read = read_base(dir / "club.sn4", {.keep_deleted = true}).value();
    ASSERT_EQ(read.games.size(), 2u);
    EXPECT_EQ(read.games[0].game, games[0].game);
    EXPECT_EQ(read.games[1].game, games[1].game);
    EXPECT_EQ(read.games[1].place, "game 2");
    EXPECT_EQ(read.report.games_read, 2u);
    EXPECT_TRUE(read.report.lost.empty());
}

TEST(Scid4BaseReader, SkipsDeletedGamesUnlessAsked) {
    const TempDir dir;
    write_base(dir / "club", games_of(two_games()));
    const Read read = read_base(dir / "club").value();
    EXPECT_EQ(read.games.size(), 1u);
    EXPECT_EQ(read.report.games_read, 2u);
    EXPECT_EQ(read.report.skipped.at("deleted").count, 1u);
}

TEST(Scid4BaseReader, KeepsWhatTheBaseSaysOfItself) {
    const TempDir dir;
    const BaseInfo info = {.type = 7,
                           .autoload = 2,
                           .description = "Engines",
                           .flag_labels = {"one", "", "", "", "", "six"}};
    write_base(dir / "club", games_of(two_games()), {.info = info});
    BaseInfo expected = info;
    expected.games = 2;
    EXPECT_EQ(BaseReader::open(dir / "club", {}).value()->info(), expected);
}

TEST(Scid4BaseReader, IsEmptyWithoutGames) {
    const TempDir dir;
    write_base(dir / "none", {});
    EXPECT_EQ(read_file(dir / "none.sg4"), "");
    EXPECT_TRUE(read_base(dir / "none").value().games.empty());
}

TEST(Scid4BaseReader, IsReadAsFarAsAShortIndexGoes) {
    const TempDir dir;
    write_base(dir / "club", games_of(two_games()));
    std::filesystem::resize_file(dir / "club.si4", kIndexHeaderBytes + 2 * kIndexEntryBytes - 1);
    const Read read = read_base(dir / "club").value();
    EXPECT_EQ(read.games.size(), 1u);
    EXPECT_EQ(read.report.games_read, 2u);
    EXPECT_EQ(read.report.skipped.at("missing_entry").count, 1u);
}

TEST(Scid4BaseReader, RefusesAnIndexThatIsTooLong) {
    const TempDir dir;
    write_base(dir / "club", games_of(two_games()));
    test::put_byte(dir / "club.si4", 16, 1);  // the number of games
    EXPECT_EQ(read_base(dir / "club").error().message,
              (dir / "club.si4").string() +
                  ", offset 182: found 94 bytes of entries, expected 47 for 1 games");
}

TEST(Scid4BaseReader, ReplacesNamesThatAreMissing) {
    const TempDir dir;
    write_base(dir / "club", games_of(two_games()));
    test::put_byte(dir / "club.si4", kIndexHeaderBytes + 11, 9);  // White
    const Read read = read_base(dir / "club").value();
    EXPECT_EQ(read.games.at(0).game.tag("White"), "?");
    EXPECT_EQ(read.report.lost.at("missing_name").examples.at(0),
              "game 1: found player 9, expected one below 2");
}

TEST(Scid4BaseReader, SkipsGamesWhoseRecordIsNotThere) {
    const TempDir dir;
    write_base(dir / "club", games_of(two_games()));
    std::filesystem::resize_file(dir / "club.sg4", 28);
    const Read read = read_base(dir / "club", {.keep_deleted = true}).value();
    EXPECT_EQ(read.games.size(), 1u);
    EXPECT_EQ(read.report.skipped.at("bad_record").count, 1u);
}

// Whatever is broken, a reader answers or refuses, and accounts for every game.
TEST(Scid4BaseReader, SurvivesEveryFlippedBit) {
    const TempDir dir;
    write_base(dir / "club", games_of(two_games()));
    for (const char* suffix : {".si4", ".sn4", ".sg4"}) {
        test::for_each_flipped_bit(dir / ("club"s + suffix), [&](size_t at, unsigned bit) {
            const auto read = read_base(dir / "club", {.keep_deleted = true});
            if (!read) return;
            uint64_t skipped = 0;
            for (const auto& [kind, tally] : read->report.skipped) skipped += tally.count;
            EXPECT_EQ(read->games.size() + skipped, read->report.games_read)
                << suffix << ", byte " << at << ", bit " << bit;
        });
    }
}

}  // namespace
}  // namespace edge::scid4
