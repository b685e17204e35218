#include "codec/scid4/base_writer.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "codec/random_tree.h"
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

TEST(Scid4BaseWriter, HasTheBytesOfAKnownGame) {
    const TempDir dir;
    write_base(dir / "club", games_of(kOneGame));
    EXPECT_EQ(read_file(dir / "club.sg4"),
              "\xF3\2me\0\0\xCF\x0C\xCF\x0B\2\x0D\xAF\x67\x0E\x43\x67\x22\x5A\x61\x47\x75\x0F"
              "best\0"s);
    const std::string index = read_file(dir / "club.si4");
    EXPECT_EQ(index.size(), kIndexHeaderBytes + kIndexEntryBytes);
    EXPECT_EQ(index.substr(0, 20), "Scid.si\0\1\x90\0\0\0\0\0\0\1\0\0\1"s);
    EXPECT_EQ(index.substr(kIndexHeaderBytes),
              "\0\0\0\0\0\x1C\0\0\0"
              "\0\0\0\0\1\0\0\0\0\0\0\0"
              "\x11\x11\x70\x95\x86\x1F\xC8\x6F\x07\xD0\0\0"
              "\xB8\x6A\x86\xA7\7\3\xB3\x20\0\0\0\0\0\0"s);
}

// Scid before 4.7 cannot read a record that crosses a multiple of 131,072.
TEST(Scid4BaseWriter, KeepsRecordsWithinBlocks) {
    const TempDir dir;
    std::vector<ReadGame> games = games_of(two_games());
    games.resize(1);
    std::string comment;
    while (comment.size() < 50000) comment += "word ";
    games[0].game.moves.annotate(kRootNode).comment = comment + "end";
    const ReadGame game = games[0];
    games.resize(7, game);
    write_base(dir / "long", games);
    const std::string index = read_file(dir / "long.si4");
    for (size_t i = 0; i < games.size(); ++i) {
        const std::string bytes =
            index.substr(kIndexHeaderBytes + i * kIndexEntryBytes, kIndexEntryBytes);
        const IndexEntry entry =
            parse_index_entry(std::as_bytes(std::span(bytes)).first<kIndexEntryBytes>());
        EXPECT_EQ(entry.record_offset / 131072,
                  (entry.record_offset + entry.record_length - 1) / 131072);
    }
    const Read read = read_base(dir / "long").value();
    ASSERT_EQ(read.games.size(), games.size());
    for (const ReadGame& back : read.games) EXPECT_EQ(back.game, game.game);
}

TEST(Scid4BaseWriter, LeavesOutGamesWithTooLongRecords) {
    const TempDir dir;
    std::vector<ReadGame> games = games_of(two_games());
    std::string comment;
    while (comment.size() < 131072) comment += "word ";
    games[0].game.moves.annotate(kRootNode).comment = comment;
    const ConversionReport report = write_base(dir / "club", games);
    EXPECT_EQ(report.games_written, 1u);
    EXPECT_EQ(report.skipped.at("record_too_long").count, 1u);
    EXPECT_EQ(read_base(dir / "club", {.keep_deleted = true}).value().games.size(), 1u);
}

TEST(Scid4BaseWriter, CutsLongNamesAndCleansThem) {
    const TempDir dir;
    std::vector<ReadGame> games = games_of(two_games());
    games[0].game.tags[1].value = std::string(243, 'x') + "öy";
    games[0].game.tags[0].value = "a\tb\n";
    const ConversionReport report = write_base(dir / "club", std::span(games).first(1));
    EXPECT_EQ(report.lost.at("long_name").count, 1u);
    const Game back = read_base(dir / "club").value().games.at(0).game;
    EXPECT_EQ(back.tag("Site"), std::string(243, 'x'));
    EXPECT_EQ(back.tag("Event"), "a b ");
}

TEST(Scid4BaseWriter, DropsSitesThatAreAddressesWhenAsked) {
    const TempDir dir;
    std::vector<ReadGame> games = games_of(two_games());
    games[0].game.tags[1].value = "HTTPS://lichess.org/abcdefgh";
    games[1].game.tags[1].value = "http or not";
    EXPECT_TRUE(write_base(dir / "kept", games).lost.empty());
    const ConversionReport report = write_base(dir / "dropped", games, {.drop_site = true});
    EXPECT_EQ(report.lost.at("site").count, 1u);
    const Read read = read_base(dir / "dropped", {.keep_deleted = true}).value();
    EXPECT_EQ(read.games[0].game.tag("Site"), "");
    EXPECT_EQ(read.games[1].game.tag("Site"), "http or not");
}

// Rounds have the fewest ids.
TEST(Scid4BaseWriter, LeavesOutGamesThatItHasNoNamesFor) {
    const TempDir dir;
    ConversionReport report;
    const auto writer = BaseWriter::create(dir / "many", {}).value();
    std::vector<ReadGame> games(1000);
    for (unsigned round = 0; round < 263'000;) {
        for (ReadGame& read : games) {
            read.place = "here";
            read.game.tags = {{.name = "Round", .value = std::to_string(round++)}};
        }
        ASSERT_TRUE(writer->append(writer->encode(games, report).value(), report));
    }
    ASSERT_TRUE(writer->finish());
    EXPECT_EQ(report.games_written, 262'143u);
    EXPECT_EQ(report.skipped.at("too_many_names").count, 857u);
    EXPECT_EQ(report.skipped.at("too_many_names").examples.at(0),
              "here: found the round '262143', expected one of the 262143 that a base holds");
    EXPECT_EQ(BaseReader::open(dir / "many", {}).value()->info().games, 262'143u);
}

TEST(Scid4BaseWriter, IsNotTouchedBeforeTheEnd) {
    const TempDir dir;
    write_base(dir / "club", games_of(two_games()));
    const std::string before = read_file(dir / "club.si4");
    EXPECT_FALSE(BaseWriter::create(dir / "club", {}));
    {
        ConversionReport report;
        const auto writer = BaseWriter::create(dir / "club", {.overwrite = true}).value();
        EXPECT_TRUE(writer->append(writer->encode(games_of(kOneGame), report).value(), report));
    }
    EXPECT_EQ(read_file(dir / "club.si4"), before);
    write_base(dir / "club", games_of(kOneGame), {.overwrite = true});
    EXPECT_EQ(read_base(dir / "club").value().games.size(), 1u);
    const auto files = std::distance(std::filesystem::directory_iterator(dir.path()), {});
    EXPECT_EQ(files, 3);
}

RC_GTEST_PROP(Scid4BaseWriter, GivesBackRandomGames, ()) {
    const TempDir dir;
    std::vector<ReadGame> games(1);
    games[0].game = edge::testing::draw_tree();
    const ConversionReport written = write_base(dir / "one", games);
    const Read read = read_base(dir / "one").value();
    if (!written.skipped.empty()) {
        RC_ASSERT(read.games.empty());
        return;
    }
    RC_ASSERT(read.games.size() == 1U);
    RC_ASSERT(read.report.lost.empty());
    RC_ASSERT(read.games[0].game.result == games[0].game.result);
    if (written.lost.empty()) RC_ASSERT(read.games[0].game.moves == games[0].game.moves);
}

}  // namespace
}  // namespace edge::scid4
