#include "codec/pgn/text_writer.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "codec/pgn/game_reader.h"
#include "codec/pgn/game_writer.h"
#include "core/byte_stream.h"
#include "support/temp_dir.h"

namespace edge::pgn {
namespace {

std::vector<ReadGame> games_by(const std::vector<std::string>& names) {
    std::vector<ReadGame> games;
    for (const std::string& name : names) {
        const std::string text = "[White \"" + name + "\"]\n\n1. e4 {best} e5 (1... c5) 1-0\n";
        games.push_back({read_games(text).at(0).game, "line 1"});
    }
    return games;
}

std::string text_of(const std::vector<ReadGame>& games) {
    std::string text;
    for (const ReadGame& read : games) append_game(read.game, text);
    return text;
}

std::unique_ptr<EncodedGames> encoded(const TextWriter& writer,
                                      const std::vector<ReadGame>& games) {
    ConversionReport report;
    auto result = writer.encode(games, report).value();
    EXPECT_EQ(report, ConversionReport());  // PGN has a place for everything
    return result;
}

std::string unpacked(const std::string& bytes) {
    const auto stream =
        open_by_content(open_memory_stream(std::as_bytes(std::span(bytes))), "x").value();
    std::string text(1 << 20, '\0');
    text.resize(read_full(*stream, text).value());
    return text;
}

TEST(PgnTextWriter, AppendsGamesInTheOrderOfItsCalls) {
    const test::TempDir dir;
    const auto writer = TextWriter::create(dir / "out.pgn", false).value();
    const auto first = games_by({"A", "B"});
    const auto second = games_by({"C"});
    auto later = encoded(*writer, second);
    ConversionReport report;
    ASSERT_TRUE(writer->append(encoded(*writer, first), report));
    ASSERT_TRUE(writer->append(std::move(later), report));
    ASSERT_TRUE(writer->finish());
    EXPECT_EQ(report.games_written, 3U);
    EXPECT_EQ(test::read_file(dir / "out.pgn"), text_of(first) + text_of(second));
}

TEST(PgnTextWriter, LeavesNothingWithoutFinish) {
    const test::TempDir dir;
    test::write_file(dir / "old.pgn", "old");
    for (const char* name : {"new.pgn", "old.pgn"}) {
        const auto writer = TextWriter::create(dir / name, true).value();
        ConversionReport report;
        ASSERT_TRUE(writer->append(encoded(*writer, games_by({"A"})), report));
    }
    EXPECT_EQ(test::read_file(dir / "old.pgn"), "old");
    size_t files = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(dir.path()))
        ++files;
    EXPECT_EQ(files, 1U);
}

TEST(PgnTextWriter, RefusesAFileThatIsThere) {
    const test::TempDir dir;
    test::write_file(dir / "old.pgn", "old");
    EXPECT_FALSE(TextWriter::create(dir / "old.pgn", false));
    const auto writer = TextWriter::create(dir / "old.pgn", true).value();
    ASSERT_TRUE(writer->finish());
    EXPECT_EQ(test::read_file(dir / "old.pgn"), "");
}

TEST(PgnTextWriter, CompressesByTheEndingOfTheName) {
    const test::TempDir dir;
    const std::pair<const char*, Compression> cases[] = {{"out.pgn", Compression::None},
                                                         {"out.pgn.gz", Compression::Gzip},
                                                         {"out.pgn.BZ2", Compression::Bzip2},
                                                         {"out.pgn.ZST", Compression::Zstd}};
    const auto first = games_by({"A", "B"});
    const auto second = games_by({"C"});
    for (const auto& [name, compression] : cases) {
        const auto writer = TextWriter::create(dir / name, false).value();
        ConversionReport report;
        ASSERT_TRUE(writer->append(encoded(*writer, first), report));
        ASSERT_TRUE(writer->append(encoded(*writer, {}), report));
        ASSERT_TRUE(writer->append(encoded(*writer, second), report));
        ASSERT_TRUE(writer->finish());
        const std::string bytes = test::read_file(dir / name);
        EXPECT_EQ(detect_compression(std::as_bytes(std::span(bytes))), compression) << name;
        EXPECT_EQ(unpacked(bytes), text_of(first) + text_of(second)) << name;
    }
}

TEST(PgnTextWriter, AFileWithoutGamesIsStillValid) {
    const test::TempDir dir;
    for (const char* name : {"out.pgn.gz", "out.pgn.bz2", "out.pgn.zst"}) {
        const auto writer = TextWriter::create(dir / name, false).value();
        ASSERT_TRUE(writer->finish());
        const std::string bytes = test::read_file(dir / name);
        EXPECT_FALSE(bytes.empty()) << name;
        EXPECT_EQ(unpacked(bytes), "") << name;
    }
}

TEST(PgnTextWriter, EncodesTheSameBytesInAnyThread) {
    const test::TempDir dir;
    const std::vector<ReadGame> games(2'000, games_by({"A"}).front());
    std::vector<std::string> files;
    for (const size_t threads : {1U, 4U}) {
        const auto path = dir / (std::to_string(threads) + ".pgn.zst");
        const auto writer = TextWriter::create(path, false).value();
        ConversionReport report;
        for (int round = 0; round < 2; ++round) {  // of several blocks
            std::vector<std::unique_ptr<EncodedGames>> stretches(8);
            std::vector<std::thread> workers;
            for (size_t thread = 0; thread < threads; ++thread) {
                workers.emplace_back([&, thread] {
                    for (size_t i = thread; i < stretches.size(); i += threads) {
                        stretches[i] = encoded(*writer, games);
                        writer->catch_up();  // with what the round before appended
                    }
                });
            }
            for (std::thread& worker : workers) worker.join();
            for (auto& stretch : stretches) ASSERT_TRUE(writer->append(std::move(stretch), report));
        }
        ASSERT_TRUE(writer->finish());
        EXPECT_EQ(report.games_written, 32'000U);
        files.push_back(test::read_file(path));
    }
    EXPECT_TRUE(files[0] == files[1]);
}

TEST(PgnTextWriter, WritesToStandardOutput) {
    const auto writer = TextWriter::create("-", false).value();
    const auto games = games_by({"A"});
    ConversionReport report;
    ::testing::internal::CaptureStdout();
    const bool done = writer->append(encoded(*writer, games), report) && writer->finish();
    EXPECT_EQ(::testing::internal::GetCapturedStdout(), text_of(games));
    EXPECT_TRUE(done);
}

}  // namespace
}  // namespace edge::pgn
