#include "codec/fbpgn/writer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "codec/fbpgn/index.h"
#include "codec/fbpgn/reader.h"
#include "codec/pgn/game_reader.h"
#include "support/temp_dir.h"

namespace edge::fbpgn {
namespace {

std::vector<ReadGame> some_games(size_t count) {
    std::vector<ReadGame> games;
    for (size_t i = 0; i < count; ++i) {
        const std::string number = std::to_string(i);
        const std::string text = "[Event \"E\"]\n[White \"W" + number +
                                 "\"]\n[Black \"B\"]\n[WhiteElo \"2500\"]\n[Opening \"x\"]\n\n"
                                 "1. e4 {c" +
                                 number + "} e5 1/2-1/2\n";
        games.push_back({pgn::read_games(text).at(0).game, "game " + number});
    }
    return games;
}

// Writes the games in stretches of `step`, all encoded before the first is appended.
ConversionReport write(const std::filesystem::path& path, std::span<const ReadGame> games,
                       size_t step, const WriterOptions& options = {.overwrite = true}) {
    ConversionReport report;
    const auto writer = Writer::create(path, options);
    EXPECT_TRUE(writer) << writer.error().message;
    std::vector<std::unique_ptr<EncodedGames>> encoded;
    for (size_t at = 0; at < games.size(); at += step) {
        const auto some = games.subspan(at, std::min(step, games.size() - at));
        encoded.push_back(std::move((*writer)->encode(some, report).value()));
    }
    for (auto& some : encoded) EXPECT_TRUE((*writer)->append(std::move(some), report));
    EXPECT_TRUE((*writer)->finish());
    return report;
}

std::vector<ReadGame> read(const std::filesystem::path& path) {
    std::vector<ReadGame> games;
    ConversionReport report;
    const auto reader = Reader::open(path);
    EXPECT_TRUE(reader);
    while (true) {
        const auto stretch = (*reader)->next();
        if (*stretch == nullptr) return games;
        EXPECT_TRUE((*stretch)->decode(games, report));
    }
}

TEST(FbpgnWriter, GamesComeBackInOrder) {
    const test::TempDir dir;
    std::vector<ReadGame> games = some_games(100);
    for (ReadGame& read : games) read.game.tags.push_back({"Result", "1/2-1/2"});
    const ConversionReport report = write(dir / "x.fbpgn", games, 7);
    EXPECT_EQ(report.games_written, 100U);
    EXPECT_TRUE(report.lost.empty());
    const std::vector<ReadGame> back = read(dir / "x.fbpgn");
    ASSERT_EQ(back.size(), games.size());
    for (size_t i = 0; i < games.size(); ++i) EXPECT_EQ(back[i].game, games[i].game) << i;
}

TEST(FbpgnWriter, StoresEqualGamesOnce) {
    const test::TempDir dir;
    std::vector<ReadGame> games = some_games(50);
    for (const ReadGame& again : some_games(20)) games.push_back(again);
    const ConversionReport report = write(dir / "x.fbpgn", games, 16);
    EXPECT_EQ(report.games_written, 70U);
    const auto container = Container::open(dir / "x.fbpgn").value();
    EXPECT_EQ(container->chunk_count(), 50U);
    ASSERT_EQ(container->game_count(), 70U);
    for (uint32_t game = 0; game < 70; ++game) {
        EXPECT_EQ(container->chunk_of(game), game < 50 ? game : game - 50);
    }
}

TEST(FbpgnWriter, WritesTheSameBytesHoweverTheGamesAreCut) {
    const test::TempDir dir;
    const std::vector<ReadGame> games = some_games(60);
    write(dir / "a.fbpgn", games, 60);
    write(dir / "b.fbpgn", games, 1);
    EXPECT_EQ(test::read_file(dir / "a.fbpgn"), test::read_file(dir / "b.fbpgn"));
    EXPECT_EQ(test::read_file(dir / "a.fbpgn.idx"), test::read_file(dir / "b.fbpgn.idx"));
}

TEST(FbpgnWriter, WritesAnEntryOfTheIndexForEachGame) {
    const test::TempDir dir;
    std::vector<ReadGame> games = some_games(2);
    games.push_back(games[0]);
    games[1].game.tags[1].value = "a \"b\" \\";
    write(dir / "x.fbpgn", games, 3);
    EXPECT_EQ(test::read_file(dir / "x.fbpgn.idx"),
              R"([
{"ref": 0, "E": "E", "W": "W0", "B": "B", "Rs": "1/2-1/2", "WE": "2500"},
{"ref": 1, "E": "E", "W": "a \\\"b\\\" \\\\", "B": "B", "Rs": "1/2-1/2", "WE": "2500"},
{"ref": 2, "E": "E", "W": "W0", "B": "B", "Rs": "1/2-1/2", "WE": "2500"}
]
)");
    auto reader = IndexReader::open(dir / "x.fbpgn.idx").value();
    IndexEntry entry;
    for (uint64_t ref = 0; ref < 3; ++ref) {
        ASSERT_TRUE(reader.next(entry).value());
        EXPECT_EQ(entry.ref, ref);
        EXPECT_EQ(entry.tag("White"), games[ref].game.tag("White"));
    }
    EXPECT_FALSE(reader.next(entry).value());
}

TEST(FbpgnWriter, WritesNoGamesToo) {
    const test::TempDir dir;
    write(dir / "x.fbpgn", {}, 1);
    EXPECT_EQ(test::read_file(dir / "x.fbpgn"), std::string("FBPGN\x02\0\0\0\0\0\0\0\0", 14));
    EXPECT_EQ(test::read_file(dir / "x.fbpgn.idx"), "[]\n");
    EXPECT_TRUE(read(dir / "x.fbpgn").empty());
}

TEST(FbpgnWriter, LeavesNothingWithoutFinish) {
    const test::TempDir dir;
    test::write_file(dir / "x.fbpgn", "before");
    {
        ConversionReport report;
        const auto writer = Writer::create(dir / "x.fbpgn", {.overwrite = true}).value();
        EXPECT_TRUE(writer->append(writer->encode(some_games(3), report).value(), report));
    }
    EXPECT_EQ(test::read_file(dir / "x.fbpgn"), "before");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(dir.path()), {}), 1);
}

TEST(FbpgnWriter, RefusesFilesThatExist) {
    const test::TempDir dir;
    test::write_file(dir / "x.fbpgn.idx", "");
    EXPECT_FALSE(Writer::create(dir / "x.fbpgn", {}));
    EXPECT_TRUE(Writer::create(dir / "x.fbpgn", {.write_index = false}));
    EXPECT_TRUE(Writer::create(dir / "x.fbpgn", {.overwrite = true}));
}

}  // namespace
}  // namespace edge::fbpgn
