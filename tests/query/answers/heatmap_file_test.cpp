#include "query/answers/heatmap_file.h"

#include <gtest/gtest.h>

#include <cstring>

#include "support/damage.h"
#include "support/temp_dir.h"

namespace edge::query {
namespace {

Result<Heatmap> parse(std::string_view text) {
    return parse_heatmap(std::as_bytes(std::span(text)), "x.hm");
}

Heatmap sample() {
    Heatmap heatmap;
    heatmap.total_positions = 100;
    heatmap.total_games = 7;
    for (unsigned i = 0; i < 64; ++i) {
        heatmap.counts[i % kHeatmapPlanes][i] = i;
        heatmap.counts[(i + 5) % kHeatmapPlanes][i] = 100 - i;
    }
    return heatmap;
}

template <class T>
std::string refusal(size_t at, T value, ErrorCode code = ErrorCode::Corrupt) {
    std::string text = format_heatmap(sample());
    std::memcpy(text.data() + at, &value, sizeof value);
    const auto heatmap = parse(text);
    if (heatmap) return "accepted";
    EXPECT_EQ(heatmap.error().code, code);
    return heatmap.error().message;
}

TEST(HeatmapFile, HasTheBytesOfTheFormat) {
    const std::string text = format_heatmap(sample());
    ASSERT_EQ(text.size(), 6368U);
    EXPECT_EQ(text.substr(0, 16), std::string_view("PMOTE-HM\x01\0\0\0\x0C\0\0\0", 16));
    EXPECT_EQ(text.substr(16, 16), std::string_view("\x64\0\0\0\0\0\0\0\x07\0\0\0\0\0\0\0", 16));
    // Plane 1: knights, whose counts are at 224 + 512.
    EXPECT_EQ(text.substr(48, 16), std::string_view("\x01\0\0\0N\0\0\0\xE0\x02\0\0\0\0\0\0", 16));
    EXPECT_EQ(text[224 + 512 + 8 * 1], 1);  // b1
    EXPECT_EQ(text[224 + 512 + 8 * 13], 13);
}

TEST(HeatmapFile, ReadsWhatItWrites) {
    EXPECT_TRUE(parse(format_heatmap(sample())).value() == sample());
    EXPECT_TRUE(parse(format_heatmap(Heatmap())).value() == Heatmap());
}

TEST(HeatmapFile, NamesWhatIsWrong) {
    EXPECT_EQ(refusal<char>(0, 'Q'),
              "x.hm, offset 0: found \"QMOTE-HM\", expected the magic \"PMOTE-HM\"");
    EXPECT_EQ(refusal<uint32_t>(8, 2, ErrorCode::Unsupported),
              "x.hm, offset 8: found version 2, expected 1");
    EXPECT_EQ(refusal<uint32_t>(12, 11), "x.hm, offset 12: found 11 planes, expected 12");
    EXPECT_EQ(refusal<uint64_t>(24, 101),
              "x.hm, offset 24: found 101 games, expected at most 100, the number of positions");
    EXPECT_EQ(
        refusal<uint32_t>(36, 'p'),
        "x.hm, offset 32: found plane 0 of piece 112 at 224, expected plane 0 of piece 80 at 224");
    EXPECT_EQ(
        refusal<uint64_t>(224, 1),
        "x.hm, offset 2784: found 100 pieces, expected at most 99: a square has at most one in "
        "each of 100 positions");
}

TEST(HeatmapFile, RefusesEveryOtherSize) {
    const std::string text = format_heatmap(sample());
    for (size_t size = 0; size < text.size(); size += 7) {
        EXPECT_EQ(parse(text.substr(0, size)).error().code, ErrorCode::Corrupt);
    }
    EXPECT_EQ(parse(text + 'x').error().code, ErrorCode::Corrupt);
}

TEST(HeatmapFile, ReplacesOnlyHeatmaps) {
    const test::TempDir folder;
    const auto path = folder / "x.hm";
    ASSERT_TRUE(write_heatmap(sample(), path, false));
    EXPECT_TRUE(read_heatmap(path).value() == sample());
    EXPECT_FALSE(write_heatmap(Heatmap(), path, false));
    EXPECT_TRUE(write_heatmap(Heatmap(), path, true));
    test::write_file(path, "[Event \"precious\"]");
    EXPECT_FALSE(write_heatmap(Heatmap(), path, true));
    EXPECT_EQ(test::read_file(path), "[Event \"precious\"]");
}

}  // namespace
}  // namespace edge::query
