#include "formats/game_kinds.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "codec/polyglot/entry.h"
#include "codec/scid4/index_header.h"
#include "codec/viriformat/bytes_and_games.h"
#include "core/compressed.h"
#include "support/temp_dir.h"

namespace edge::formats {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kGame = "[White \"Ana\"]\n[Result \"1-0\"]\n\n1. e4 {x} e5 1-0\n";

template <class Bytes>
std::string text_of(const Bytes& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string viriformat_bytes() {
    testing::Bytes bytes = testing::start_board();
    testing::append(bytes, testing::bytes_of({0, 0, 0, 0}));
    return text_of(bytes);
}

std::string book_bytes(const std::vector<uint64_t>& keys) {
    std::string bytes;
    for (const uint64_t key : keys) {
        bytes += text_of(polyglot::encode_entry({.key = key, .move = 796, .weight = 1}));
    }
    return bytes;
}

class GameKindsTest : public ::testing::Test {
protected:
    std::string path(std::string_view name) const { return (dir_ / name).string(); }
    Result<GameKind> kind_of(std::string_view bytes, std::string_view name = "file") const {
        test::write_file(dir_ / name, bytes);
        return kind_of_source(path(name));
    }
    Result<std::unique_ptr<GameReader>> open(GameKind kind, std::string_view name) const {
        return open_games({path(name), kind}, {});
    }

    test::TempDir dir_;
};

TEST_F(GameKindsTest, KnowASourceByItsContent) {
    EXPECT_EQ(kind_of(kGame), GameKind::Pgn);
    EXPECT_EQ(kind_of(kGame, "named.bin"), GameKind::Pgn);
    EXPECT_EQ(kind_of(test::gzip(kGame)), GameKind::Pgn);
    EXPECT_EQ(kind_of(""), GameKind::Pgn);
    EXPECT_EQ(kind_of(text_of(scid4::index_header_bytes({}))), GameKind::Scid4);
    EXPECT_EQ(kind_of("FBPGN\x02"), GameKind::Fbpgn);
    EXPECT_EQ(kind_of(viriformat_bytes()), GameKind::Viriformat);
    EXPECT_EQ(kind_of(test::gzip(viriformat_bytes())), GameKind::Viriformat);
    EXPECT_EQ(kind_of(book_bytes({1, 1, 9})), GameKind::Polyglot);
}

TEST_F(GameKindsTest, RefuseBytesThatAreOfNoKind) {
    for (const std::string& bytes : {book_bytes({9, 1}), book_bytes({1}) + '\0'}) {
        const auto kind = kind_of(bytes);
        ASSERT_FALSE(kind);
        EXPECT_EQ(kind.error().code, ErrorCode::Corrupt);
    }
    EXPECT_FALSE(kind_of_source(path("missing")));
}

TEST_F(GameKindsTest, KnowFoldersAndBasesByTheirFiles) {
    fs::create_directory(dir_ / "folder");
    EXPECT_EQ(kind_of_source(path("folder")), GameKind::Pgn);
    test::write_file(dir_ / "folder/meta", "");
    EXPECT_EQ(kind_of_source(path("folder")), GameKind::Scoredb);
    EXPECT_EQ(kind_of_source("-"), GameKind::Pgn);

    test::write_file(dir_ / "base.si4", text_of(scid4::index_header_bytes({})));
    test::write_file(dir_ / "base.sn4", "names");
    test::write_file(dir_ / "base.sg4", "games");
    for (const char* name : {"base", "base.si4", "base.sn4", "base.sg4"}) {
        EXPECT_EQ(kind_of_source(path(name)), GameKind::Scid4) << name;
    }
}

TEST_F(GameKindsTest, KnowWhichFilesHoldGames) {
    const auto kind_of_games_in = [this](std::string_view bytes) {
        test::write_file(dir_ / "file", bytes);
        return kind_of_games(path("file"));
    };
    EXPECT_EQ(kind_of_games_in(kGame), GameKind::Pgn);
    EXPECT_EQ(kind_of_games_in(test::gzip(kGame)), GameKind::Pgn);
    EXPECT_EQ(kind_of_games_in("1. e4"), GameKind::Pgn);
    EXPECT_EQ(kind_of_games_in(viriformat_bytes()), GameKind::Viriformat);
    EXPECT_EQ(kind_of_games_in(text_of(scid4::index_header_bytes({}))), GameKind::Scid4);
    for (const std::string& bytes :
         {std::string(), std::string("notes"), std::string("[remote \"origin\"]\n\turl = y\n"),
          std::string(100, '\0'), test::gzip("notes"), book_bytes({1, 2})}) {
        EXPECT_EQ(kind_of_games_in(bytes), std::nullopt) << bytes;
    }
    fs::create_directory(dir_ / "folder");
    test::write_file(dir_ / "folder/a.pgn", kGame);
    for (const char* name : {"folder", "missing"}) {
        EXPECT_EQ(kind_of_games(path(name)), std::nullopt) << name;
    }
    EXPECT_EQ(kind_of_games("-"), std::nullopt);
    EXPECT_EQ(kind_of_games("/dev/null"), std::nullopt);
}

TEST_F(GameKindsTest, KnowATargetByItsEnding) {
    const std::pair<const char*, GameKind> cases[] = {{"x.pgn", GameKind::Pgn},
                                                      {"x.PGN", GameKind::Pgn},
                                                      {"x.pgn.zst", GameKind::Pgn},
                                                      {"-", GameKind::Pgn},
                                                      {"x.scoredb", GameKind::Scoredb},
                                                      {"x.scoredb/", GameKind::Scoredb},
                                                      {"a.b/x.si4", GameKind::Scid4},
                                                      {"x.vf", GameKind::Viriformat},
                                                      {"x.viriformat", GameKind::Viriformat},
                                                      {"x.fbpgn", GameKind::Fbpgn},
                                                      {"x.bin", GameKind::Polyglot},
                                                      {"x.bullet", GameKind::Bullet},
                                                      {"x.data", GameKind::Bullet},
                                                      {"x.txt", GameKind::Text},
                                                      {"x.EPD", GameKind::Epd}};
    for (const auto& [name, kind] : cases) EXPECT_EQ(kind_of_target(name), kind) << name;
    for (const char* name : {"x", "x.doc", "pgn", "x.pgn.xz", "x.vf/y"}) {
        const auto kind = kind_of_target(name);
        ASSERT_FALSE(kind) << name;
        EXPECT_EQ(kind.error().code, ErrorCode::InvalidArgument);
    }
}

TEST_F(GameKindsTest, AFolderStandsForThePgnFilesBelowIt) {
    fs::create_directories(dir_ / "folder/sub");
    test::write_file(dir_ / "folder/z.pgn", kGame);
    test::write_file(dir_ / "folder/sub/a.pgn.gz", test::gzip(kGame));
    test::write_file(dir_ / "folder/no.txt", "no game");
    test::write_file(dir_ / "one.vf", viriformat_bytes());
    const auto sources = find_game_sources({path("folder"), path("one.vf")}, {}).value();
    ASSERT_EQ(sources.size(), 3U);
    EXPECT_EQ(sources[0].path, path("folder/sub/a.pgn.gz"));
    EXPECT_EQ(sources[1].path, path("folder/z.pgn"));
    EXPECT_EQ(sources[1].kind, GameKind::Pgn);
    EXPECT_EQ(sources[2].kind, GameKind::Viriformat);
}

TEST_F(GameKindsTest, AGivenKindOverridesTheContent) {
    test::write_file(dir_ / "x", viriformat_bytes());
    const auto sources = find_game_sources({path("x")}, GameKind::Fbpgn).value();
    ASSERT_EQ(sources.size(), 1U);
    EXPECT_EQ(sources[0].kind, GameKind::Fbpgn);
}

TEST_F(GameKindsTest, OpenGamesReadsEveryKindThatItWrites) {
    const std::vector<ReadGame> games = {testing::pgn_game(kGame)};
    for (const auto& [kind, name] : {std::pair{GameKind::Pgn, "x.pgn"},
                                     {GameKind::Scid4, "x.si4"},
                                     {GameKind::Viriformat, "x.vf"},
                                     {GameKind::Fbpgn, "x.fbpgn"}}) {
        ConversionReport report;
        WriteOptions options;
        options.scores.source = viriformat::ScoreSource::Zero;
        const auto writer = create_games(kind, path(name), options).value();
        ASSERT_TRUE(writer->append(writer->encode(games, report).value(), report)) << name;
        ASSERT_TRUE(writer->finish()) << name;
        EXPECT_EQ(report.games_written, 1U) << name;
        EXPECT_EQ(kind_of_source(path(name)), kind) << name;

        const auto reader = open(kind, name).value();
        std::vector<ReadGame> read;
        const auto stretch = reader->next().value();
        ASSERT_NE(stretch, nullptr) << name;
        ASSERT_TRUE(stretch->decode(read, report)) << name;
        ASSERT_EQ(read.size(), 1U) << name;
        EXPECT_EQ(read[0].game.result, GameResult::WhiteWins) << name;
        EXPECT_EQ(read[0].game.moves.size(), games[0].game.moves.size()) << name;
    }
}

TEST_F(GameKindsTest, WhatHoldsNoGamesIsRefused) {
    test::write_file(dir_ / "b.bin", book_bytes({1}));
    const auto book = open(GameKind::Polyglot, "b.bin");
    ASSERT_FALSE(book);
    EXPECT_EQ(book.error().code, ErrorCode::Unsupported);
    const auto piped_base = open_games({"-", GameKind::Scid4}, {});
    ASSERT_FALSE(piped_base);
    EXPECT_EQ(piped_base.error().code, ErrorCode::InvalidArgument);
    for (const GameKind kind : {GameKind::Scoredb, GameKind::Polyglot}) {
        const auto writer = create_games(kind, path("x"), {});
        ASSERT_FALSE(writer);
        EXPECT_EQ(writer.error().code, ErrorCode::Unsupported);
    }
}

TEST_F(GameKindsTest, WritersRefuseFilesThatAreThere) {
    for (const auto& [kind, name] : {std::pair{GameKind::Pgn, "x.pgn"},
                                     {GameKind::Scid4, "x.si4"},
                                     {GameKind::Viriformat, "x.vf"},
                                     {GameKind::Fbpgn, "x.fbpgn"}}) {
        test::write_file(dir_ / name, "old");
        EXPECT_FALSE(create_games(kind, path(name), {})) << name;
        EXPECT_TRUE(create_games(kind, path(name), {.overwrite = true})) << name;
        EXPECT_EQ(test::read_file(dir_ / name), "old") << name;
    }
}

}  // namespace
}  // namespace edge::formats
