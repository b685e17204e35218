#include "codec/fbpgn/reader.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "codec/fbpgn/chunk.h"
#include "core/zlib_block.h"
#include "support/damage.h"
#include "support/temp_dir.h"

namespace edge::fbpgn {
namespace {

using namespace std::string_literals;

std::string u32(uint32_t value) {
    return {static_cast<char>(value), static_cast<char>(value >> 8), static_cast<char>(value >> 16),
            static_cast<char>(value >> 24)};
}

std::string file_of(const std::vector<std::string>& chunks, const std::vector<uint32_t>& games) {
    std::string bytes = "FBPGN\x02" + u32(static_cast<uint32_t>(chunks.size()));
    for (const std::string& chunk : chunks)
        bytes += u32(static_cast<uint32_t>(chunk.size())) + chunk;
    bytes += u32(static_cast<uint32_t>(games.size()));
    for (const uint32_t game : games) bytes += u32(game);
    return bytes;
}

std::string packed(const Chunk& chunk) { return ZlibCompressor(9).compress(chunk_cbor(chunk)); }
Chunk chunk_by(std::string white) {
    return {.tags = {{"White", std::move(white)}}, .moves = "1. e4 e5 1-0"};
}

struct ReadFile {
    std::vector<ReadGame> games;
    ConversionReport report;
    std::string error;
};

ReadFile read_all(const std::filesystem::path& path) {
    ReadFile all;
    const auto reader = Reader::open(path);
    if (!reader) {
        all.error = reader.error().message;
        return all;
    }
    while (true) {
        const auto stretch = (*reader)->next();
        EXPECT_TRUE(stretch);
        if (*stretch == nullptr) break;
        EXPECT_TRUE((*stretch)->decode(all.games, all.report));
    }
    EXPECT_EQ((*reader)->bytes_read(), (*reader)->bytes_total());
    return all;
}

class FbpgnReader : public ::testing::Test {
protected:
    ReadFile read(std::string_view bytes) {
        test::write_file(path_, bytes);
        return read_all(path_);
    }
    std::string error_of(std::string_view bytes) {
        std::string message = read(bytes).error;
        const std::string name = path_.string() + ", ";
        EXPECT_EQ(message.substr(0, name.size()), name);
        return message.substr(name.size());
    }

    test::TempDir dir_;
    std::filesystem::path path_ = dir_ / "x.fbpgn";
};

TEST_F(FbpgnReader, GivesTheGamesInTheOrderOfTheReferences) {
    const ReadFile all = read(file_of({packed(chunk_by("A")), packed(chunk_by("B"))}, {1, 0, 1}));
    ASSERT_EQ(all.games.size(), 3U);
    EXPECT_EQ(all.games[0].game.tag("White"), "B");
    EXPECT_EQ(all.games[1].game.tag("White"), "A");
    EXPECT_EQ(all.games[2].game.tag("White"), "B");
    EXPECT_EQ(all.games[2].place, "game 3");
    EXPECT_EQ(all.games[0].game.moves.size(), 3U);
    EXPECT_EQ(all.games[0].game.result, GameResult::WhiteWins);
    EXPECT_EQ(all.report.games_read, 3U);
}

TEST_F(FbpgnReader, FindsChunksInAnyOrder) {
    std::vector<std::string> chunks;
    std::vector<uint32_t> games;
    for (uint32_t i = 0; i < 1000; ++i) {
        chunks.push_back(chunk_cbor(chunk_by(std::to_string(i))));
        games.push_back(i * 577 % 1000);
    }
    const ReadFile all = read(file_of(chunks, games));
    ASSERT_EQ(all.games.size(), 1000U);
    for (size_t i = 0; i < games.size(); ++i) {
        EXPECT_EQ(all.games[i].game.tag("White"), std::to_string(games[i]));
    }
}

TEST_F(FbpgnReader, TakesChunksThatAreNotPacked) {
    const ReadFile all = read(file_of({chunk_cbor(chunk_by("A"))}, {0}));
    ASSERT_EQ(all.games.size(), 1U);
    EXPECT_EQ(all.games[0].game.tag("White"), "A");
}

TEST_F(FbpgnReader, ReadsAnEmptyFile) {
    EXPECT_TRUE(read(file_of({}, {})).games.empty());
    EXPECT_EQ(read(file_of({}, {})).error, "");
}

TEST_F(FbpgnReader, SkipsDamagedChunks) {
    std::string bad = packed(chunk_by("B"));
    bad[bad.size() / 2] ^= 1;
    const std::string bomb = ZlibCompressor(9).compress(std::string(kMaxChunkBytes + 1, '\x81'));
    const ReadFile all = read(
        file_of({packed(chunk_by("A")), bad, bomb, "", packed(chunk_by("C"))}, {0, 1, 2, 3, 4}));
    ASSERT_EQ(all.games.size(), 2U);
    EXPECT_EQ(all.games[1].game.tag("White"), "C");
    EXPECT_EQ(all.report.games_read, 5U);
    const ConversionReport::Tally& damaged = all.report.skipped.at("damaged");
    EXPECT_EQ(damaged.count, 3U);
    EXPECT_NE(damaged.examples[1].find("found zlib data of more than 67108864 bytes"),
              std::string::npos);
}

TEST_F(FbpgnReader, RefusesOtherFiles) {
    EXPECT_EQ(error_of("FBPGN\x01\x00"s), "offset 5: found version 1, expected 2");
    EXPECT_NE(error_of("EDGE_TRE"), "");
    EXPECT_EQ(error_of(file_of({"x"}, {0, 1})),
              "offset 23: found a reference to chunk 1, expected one of 1 chunks");
    EXPECT_NE(error_of(file_of({}, {}) + "x"), "");
    // Counts that the file cannot hold.
    EXPECT_NE(error_of("FBPGN\x02" + u32(UINT32_MAX)), "");
    EXPECT_NE(error_of("FBPGN\x02" + u32(1) + u32(UINT32_MAX) + "x"), "");
    EXPECT_NE(error_of("FBPGN\x02" + u32(0) + u32(UINT32_MAX)), "");
}

TEST_F(FbpgnReader, SurvivesEveryTruncationAndFlippedBit) {
    test::write_file(path_, file_of({packed(chunk_by("A")), packed(chunk_by("B"))}, {0, 1, 0}));
    test::for_each_truncation(path_, [&](size_t) { EXPECT_NE(read_all(path_).error, ""); });
    test::for_each_flipped_bit(path_, [&](size_t, unsigned) { read_all(path_); });
}

TEST(Fbpgn, IsKnownByItsMagic) {
    const auto looks = [](std::string_view bytes) {
        return looks_like_fbpgn(std::as_bytes(std::span(bytes)));
    };
    EXPECT_TRUE(looks("FBPGN\x02"));
    EXPECT_TRUE(looks("FBPGN"));
    EXPECT_FALSE(looks("FBPG"));
    EXPECT_FALSE(looks("[Event "));
}

}  // namespace
}  // namespace edge::fbpgn
