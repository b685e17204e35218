#include "bitmap/bitmap_file.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstring>

#include "bitmap/random_bitmap.h"
#include "support/damage.h"
#include "support/temp_dir.h"

namespace edge {
namespace {

Result<Bitmap> parse(std::string_view text) {
    return parse_bitmap(std::as_bytes(std::span(text)), "x.bm");
}

// Shards of 13, 0 and 70 games; games 0/3, 0/12 and 2/69 are set.
Bitmap sample() { return test::bitmap_of({{13, 0, 70}}, {{0, 3}, {0, 12}, {2, 69}}); }

constexpr size_t kTable = 32;
constexpr size_t kBits = kTable + 3 * 16;

template <class T>
std::string with(std::string text, size_t at, T value) {
    std::memcpy(text.data() + at, &value, sizeof value);
    return text;
}

// The message of the sample with one value changed.
template <class T>
std::string refusal(size_t at, T value, ErrorCode code = ErrorCode::Corrupt) {
    const auto bitmap = parse(with<T>(format_dense_bitmap(sample()), at, value));
    if (bitmap) return "accepted";
    EXPECT_EQ(bitmap.error().code, code);
    return bitmap.error().message;
}

TEST(BitmapFile, HasTheBytesOfTheFormat) {
    const std::string text = format_dense_bitmap(sample());
    ASSERT_EQ(text.size(), kBits + 2 + 9);
    EXPECT_EQ(text.substr(0, 8), "PMOTE-BM");
    const auto number = [&]<class T>(size_t at, T) {
        T value;
        std::memcpy(&value, text.data() + at, sizeof value);
        return value;
    };
    EXPECT_EQ(number(8, uint32_t{}), 1U);
    EXPECT_EQ(number(12, uint32_t{}), 3U);
    EXPECT_EQ(number(16, uint64_t{}), 83U);
    EXPECT_EQ(number(24, uint64_t{}), 0U);
    const uint64_t offsets[] = {kBits, kBits + 2, kBits + 2};
    const uint32_t games[] = {13, 0, 70};
    for (uint32_t shard = 0; shard < 3; ++shard) {
        EXPECT_EQ(number(kTable + 16 * shard, uint32_t{}), shard);
        EXPECT_EQ(number(kTable + 16 * shard + 4, uint32_t{}), games[shard]);
        EXPECT_EQ(number(kTable + 16 * shard + 8, uint64_t{}), offsets[shard]);
    }
    EXPECT_EQ(text.substr(kBits), std::string_view("\x08\x10\0\0\0\0\0\0\0\0\x20", 11));
}

RC_GTEST_PROP(BitmapFile, ReadsWhatItWrites, ()) {
    const BitmapLayout layout = test::random_layout();
    const Bitmap bitmap = test::bitmap_of(layout, test::random_games(layout));
    const auto again = parse(format_dense_bitmap(bitmap));
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == bitmap);
}

TEST(BitmapFile, NamesWhatIsWrongInTheHeader) {
    EXPECT_EQ(refusal<char>(0, 'Q'),
              "x.bm, offset 0: found \"QMOTE-BM\", expected the magic \"PMOTE-BM\"");
    EXPECT_EQ(refusal<uint32_t>(8, 3, ErrorCode::Unsupported),
              "x.bm, offset 8: found version 3, expected 1 or 2");
    EXPECT_EQ(refusal<uint32_t>(12, 0xFFFFFFFF),
              "x.bm, offset 12: found 4294967295 shards in a file of 91 bytes, expected at most 3");
    EXPECT_EQ(refusal<uint64_t>(16, 84),
              "x.bm, offset 16: found 84 games in all, expected 83, the sum over the shards");
    EXPECT_EQ(refusal<uint64_t>(24, 1),
              "x.bm, offset 24: found 1 in the reserved field, expected 0");
}

TEST(BitmapFile, NamesWhatIsWrongInTheTable) {
    EXPECT_EQ(refusal<uint32_t>(kTable + 16, 2),
              "x.bm, offset 48: found shard 2, expected shard 1");
    EXPECT_EQ(refusal<uint32_t>(kTable + 4, 0xFFFFFFFF),
              "x.bm, offset 32: found 536870912 bytes of bits at 80 for the 4294967295 games of "
              "shard 0, expected them from 80 to 91");
    EXPECT_EQ(refusal<uint64_t>(kTable + 8, 31),
              "x.bm, offset 32: found 2 bytes of bits at 31 for the 13 games of shard 0, expected "
              "them from 80 to 91");
    EXPECT_EQ(refusal<uint64_t>(kTable + 40, 83),
              "x.bm, offset 64: found 9 bytes of bits at 83 for the 70 games of shard 2, expected "
              "them from 80 to 91");
    EXPECT_EQ(refusal<uint64_t>(kTable + 40, ~uint64_t{0} - 3),
              "x.bm, offset 64: found 9 bytes of bits at 18446744073709551612 for the 70 games of "
              "shard 2, expected them from 80 to 91");
    EXPECT_EQ(refusal<uint64_t>(kTable + 40, 81),
              "x.bm, offset 64: found the bits of shard 2 at 81, expected them apart from those of "
              "shard 0, which go from 80 to 82");
}

TEST(BitmapFile, RefusesBitsBeyondTheLastGame) {
    EXPECT_EQ(refusal<uint8_t>(kBits + 1, 0x30),
              "x.bm, offset 81: found byte 0x30, expected zeros from bit 5 up, beyond the last "
              "game of shard 0");
    EXPECT_EQ(refusal<uint8_t>(kBits + 10, 0x40),
              "x.bm, offset 90: found byte 0x40, expected zeros from bit 6 up, beyond the last "
              "game of shard 2");
}

TEST(BitmapFile, TakesBitsInAnyOrderAndWithGaps) {
    // Shard 2 first, then an unused byte, then shard 0.
    std::string text = format_dense_bitmap(sample()).substr(0, kBits);
    text += std::string_view("\0\0\0\0\0\0\0\0\x20?\x08\x10", 12);
    text = with<uint64_t>(text, kTable + 8, kBits + 10);
    text = with<uint64_t>(text, kTable + 40, kBits);
    const auto bitmap = parse(text);
    ASSERT_TRUE(bitmap) << bitmap.error().message;
    EXPECT_EQ(*bitmap, sample());
}

TEST(BitmapFile, RefusesEveryTruncation) {
    const std::string whole = format_dense_bitmap(sample());
    for (size_t size = 0; size < whole.size(); ++size) {
        const auto bitmap = parse(std::string_view(whole).substr(0, size));
        ASSERT_FALSE(bitmap) << size;
        EXPECT_EQ(bitmap.error().code, ErrorCode::Corrupt);
        EXPECT_TRUE(bitmap.error().message.starts_with("x.bm, offset ")) << bitmap.error().message;
    }
}

TEST(BitmapFile, AFlippedBitIsRefusedOrGivesAnotherSet) {
    const std::string whole = format_dense_bitmap(sample());
    for (size_t at = 0; at < whole.size(); ++at) {
        for (int bit = 0; bit < 8; ++bit) {
            const auto bitmap = parse(with(whole, at, static_cast<char>(whole[at] ^ 1 << bit)));
            // An empty shard has no bits, so only its offset does not matter.
            const bool empty_offset = at >= kTable + 24 && at < kTable + 32;
            EXPECT_TRUE(!bitmap || empty_offset || (at >= kBits && *bitmap != sample())) << at;
        }
    }
}

TEST(BitmapFile, WritesReadsAndRefusesToOverwrite) {
    const test::TempDir dir;
    const auto path = dir / "x.bm";
    ASSERT_TRUE(write_bitmap(sample(), path, false));
    EXPECT_EQ(read_bitmap(path).value(), sample());
    EXPECT_EQ(test::read_file(path), format_dense_bitmap(sample()));

    Bitmap others = sample();
    others.complement();
    const Status refused = write_bitmap(others, path, false);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, path.string() + " exists already");
    EXPECT_EQ(read_bitmap(path).value(), sample());
    ASSERT_TRUE(write_bitmap(others, path, true));
    EXPECT_EQ(read_bitmap(path).value(), others);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(dir.path()), {}), 1);
}

TEST(BitmapFile, ReplacesNothingButABitmap) {
    const test::TempDir dir;
    test::write_file(dir / "games.pgn", "[Event \"?\"]\n");
    const Status refused = write_bitmap(sample(), dir / "games.pgn", true);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("is not a bitmap"), std::string::npos);
    EXPECT_EQ(test::read_file(dir / "games.pgn"), "[Event \"?\"]\n");
    EXPECT_FALSE(write_bitmap(sample(), dir.path(), true));
    test::write_file(dir / "damaged.bm", "PMOTE-BMgarbage");
    EXPECT_TRUE(write_bitmap(sample(), dir / "damaged.bm", true));
}

TEST(BitmapFile, RefusesABitmapOfAnotherCorpus) {
    const test::TempDir dir;
    const auto path = dir / "x.bm";
    ASSERT_TRUE(write_bitmap(sample(), path, false));
    EXPECT_TRUE(read_bitmap(path, {{{13, 0, 70}}}));
    const auto refused = read_bitmap(path, {{{13, 0, 71}}});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message,
              path.string() +
                  ": the bitmap is not one of this corpus: they differ in shard 2: 70 "
                  "games against 71");
}

TEST(BitmapFile, IsReadByThoseWhoDoNotSeeTheNewGamesYet) {
    const test::TempDir dir;
    const auto path = dir / "set.bm";
    const Bitmap grown = test::bitmap_of({{13, 0, 70, 5}}, {{0, 3}, {2, 69}, {3, 1}});
    ASSERT_TRUE(write_bitmap(grown, path, false));
    const auto before = read_bitmap(path, {{{13, 0, 70}}});
    ASSERT_TRUE(before) << before.error().message;
    EXPECT_EQ(*before, test::bitmap_of({{13, 0, 70}}, {{0, 3}, {2, 69}}));
    BitmapSummary summary = read_bitmap_summary(path).value();
    ASSERT_TRUE(fit_to_corpus(summary, {{{13, 0, 70}}}, "x"));
    EXPECT_EQ(summary.games_set, (std::vector<uint64_t>{1, 0, 1}));
    EXPECT_FALSE(read_bitmap(path, {{{13, 1}}}));
}

TEST(BitmapFile, IsReadForACorpusThatHasGrown) {
    const test::TempDir dir;
    const auto path = dir / "x.bm";
    ASSERT_TRUE(write_bitmap(sample(), path, false));
    const auto grown = read_bitmap(path, {{{13, 0, 70, 5, 64}}});
    ASSERT_TRUE(grown) << grown.error().message;
    EXPECT_EQ(*grown, test::bitmap_of({{13, 0, 70, 5, 64}}, {{0, 3}, {0, 12}, {2, 69}}));
    EXPECT_FALSE(read_bitmap(path, {{{13, 0, 71, 5}}}));
    EXPECT_FALSE(read_bitmap(path, {{{13, 1, 70, 5}}}));
}

TEST(BitmapFile, NamesTheFirstDifferenceOfLayouts) {
    EXPECT_EQ(first_difference({{4, 2}}, {{4, 3, 5}}), "shard 1: 2 games against 3");
    EXPECT_EQ(first_difference({{4, 2}}, {{4, 2, 5}}), "the number of shards: 2 against 3");
    EXPECT_EQ(first_difference({{4, 2}}, {{4, 2}}), std::nullopt);
}

RC_GTEST_PROP(BitmapFile, IsSummarizedWithoutItsGames, ()) {
    const BitmapLayout layout = test::random_layout();
    const Bitmap bitmap = test::bitmap_of(layout, test::random_games(layout));
    const std::string text = format_dense_bitmap(bitmap);
    const auto summary = summarize_bitmap(std::as_bytes(std::span(text)), "x.bm");
    RC_ASSERT(summary.has_value());
    RC_ASSERT(summary->version == kDenseVersion);
    RC_ASSERT(summary->layout == layout);
    RC_ASSERT(summary->bytes == text.size());
    RC_ASSERT(summary->regular_bytes == text.size());
    RC_ASSERT(summary->total_set() == bitmap.count());
    for (uint32_t shard = 0; shard < layout.shard_count(); ++shard) {
        RC_ASSERT(summary->games_set[shard] == bitmap.count(shard));
    }
}

TEST(BitmapFile, SaysThatAFileIsMissing) {
    const auto missing = read_bitmap("nowhere/x.bm");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::NotFound);
}

}  // namespace
}  // namespace edge
