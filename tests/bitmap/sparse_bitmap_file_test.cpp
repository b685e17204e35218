// Version 2 of bitmap/bitmap_file.h.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstring>

#include "bitmap/bitmap_file.h"
#include "bitmap/random_bitmap.h"
#include "bitmap/random_numbers.h"
#include "support/temp_dir.h"

namespace edge {
namespace {

constexpr ContentHash kId{0x0011223344556677, 0x8899aabbccddeeff};
constexpr size_t kTable = 48;
constexpr size_t kSets = kTable + 3 * 24;

Result<Bitmap> parse(std::string_view text) {
    return parse_bitmap(std::as_bytes(std::span(text)), "x.bm");
}

// Shards of 13, 0 and 100,000 games; games 0/3, 0/12 and 2/65536 to 2/65545 are set.
Bitmap sample() {
    test::GameSet games{{0, 3}, {0, 12}};
    for (uint32_t game = 65536; game < 65546; ++game) games.emplace(2, game);
    return test::bitmap_of({{13, 0, 100000}}, games);
}

template <class T>
std::string with(std::string text, size_t at, T value) {
    std::memcpy(text.data() + at, &value, sizeof value);
    return text;
}

// With the hash of the changed bytes at its end.
std::string sealed(std::string text) {
    const auto bytes = std::as_bytes(std::span(text)).first(text.size() - 8);
    return with(std::move(text), bytes.size(), short_content_hash(bytes));
}

// The message of a file that is refused.
std::string refusal(const std::string& text, ErrorCode code = ErrorCode::Corrupt) {
    const auto bitmap = parse(text);
    const auto summary = summarize_bitmap(std::as_bytes(std::span(text)), "x.bm");
    if (bitmap || summary) return "accepted";
    EXPECT_EQ(bitmap.error().code, code);
    EXPECT_EQ(bitmap.error().message, summary.error().message);
    return bitmap.error().message;
}

// The message of the sample with one value changed, and the hash as it must be.
template <class T>
std::string refusal_of(size_t at, T value) {
    return refusal(sealed(with<T>(format_sparse_bitmap(sample(), kId), at, value)));
}

TEST(SparseBitmapFile, HasTheBytesOfTheFormat) {
    const std::string text = format_sparse_bitmap(sample(), kId);
    ASSERT_EQ(text.size(), kSets + 20 + 15 + 8);
    EXPECT_EQ(text.size(), sparse_bytes(sample()));
    EXPECT_EQ(text.substr(0, 8), "PMOTE-BM");
    const auto number = [&]<class T>(size_t at, T) {
        T value;
        std::memcpy(&value, text.data() + at, sizeof value);
        return value;
    };
    EXPECT_EQ(number(8, uint32_t{}), 2U);
    EXPECT_EQ(number(12, uint32_t{}), 3U);
    EXPECT_EQ(number(16, uint64_t{}), 100013U);
    // The bytes that the hexadecimal digits of meta spell.
    for (uint8_t i = 0; i < 16; ++i) EXPECT_EQ(static_cast<uint8_t>(text[24 + i]), i * 0x11);
    EXPECT_EQ(number(40, uint64_t{}), 0U);
    const uint32_t games[] = {13, 0, 100000};
    const uint64_t offsets[] = {kSets, kSets + 20, kSets + 20};
    const uint64_t sizes[] = {20, 0, 15};
    for (uint32_t shard = 0; shard < 3; ++shard) {
        EXPECT_EQ(number(kTable + 24 * shard, uint32_t{}), shard);
        EXPECT_EQ(number(kTable + 24 * shard + 4, uint32_t{}), games[shard]);
        EXPECT_EQ(number(kTable + 24 * shard + 8, uint64_t{}), offsets[shard]);
        EXPECT_EQ(number(kTable + 24 * shard + 16, uint64_t{}), sizes[shard]);
    }
    EXPECT_EQ(text.substr(kSets, 20),
              std::string_view("\x3a\x30\0\0\1\0\0\0\0\0\1\0\x10\0\0\0\3\0\x0c\0", 20));
    EXPECT_EQ(number(text.size() - 8, uint64_t{}),
              short_content_hash(std::as_bytes(std::span(text)).first(text.size() - 8)));
}

RC_GTEST_PROP(SparseBitmapFile, ReadsWhatItWrites, ()) {
    BitmapLayout layout;
    std::vector<test::Words> shards;
    for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
        const auto made = test::random_numbers();
        layout.shard_games.push_back(made.limit);
        shards.push_back(made.words);
    }
    Bitmap bitmap(layout);
    for (uint32_t shard = 0; shard < shards.size(); ++shard) {
        std::ranges::copy(shards[shard], bitmap.words_of(shard).begin());
    }
    const std::string text = format_sparse_bitmap(bitmap, kId);
    RC_ASSERT(text.size() == sparse_bytes(bitmap));
    const auto again = parse(text);
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == bitmap);

    const auto summary = summarize_bitmap(std::as_bytes(std::span(text)), "x.bm");
    RC_ASSERT(summary.has_value());
    RC_ASSERT(summary->version == kSparseVersion);
    RC_ASSERT(summary->corpus_id == kId);
    RC_ASSERT(summary->layout == layout);
    RC_ASSERT(summary->total_set() == bitmap.count());
}

TEST(SparseBitmapFile, FindsEveryFlippedBit) {
    const std::string whole = format_sparse_bitmap(sample(), kId);
    for (size_t at = 0; at < whole.size(); ++at) {
        for (int bit = 0; bit < 8; ++bit) {
            const auto bitmap = parse(with(whole, at, static_cast<char>(whole[at] ^ 1 << bit)));
            EXPECT_FALSE(bitmap) << at;
        }
    }
}

TEST(SparseBitmapFile, RefusesEveryTruncation) {
    const std::string whole = format_sparse_bitmap(sample(), kId);
    for (size_t size = 0; size < whole.size(); ++size) {
        const std::string text = whole.substr(0, size);
        EXPECT_TRUE(refusal(text).starts_with("x.bm, offset ")) << size << refusal(text);
        // Also when a hash is made for what is left.
        if (size >= kTable + 8) {
            EXPECT_NE(refusal(sealed(text)), "accepted") << size;
        }
    }
    EXPECT_NE(refusal(whole + '\0'), "accepted");
    EXPECT_NE(refusal(sealed(whole + '\0')), "accepted");
}

TEST(SparseBitmapFile, NamesWhatIsWrong) {
    EXPECT_EQ(
        refusal_of<uint32_t>(12, 0xFFFFFFFF),
        "x.bm, offset 12: found 4294967295 shards in a file of 163 bytes, expected at most 4");
    EXPECT_EQ(
        refusal_of<uint32_t>(12, 4),
        "x.bm, offset 48: found 20 bytes of a set at 120 for the 13 games of shard 0, expected "
        "them from 144 to 155");
    EXPECT_EQ(refusal_of<uint64_t>(16, 84),
              "x.bm, offset 16: found 84 games in all, expected 100013, the sum over the shards");
    EXPECT_EQ(refusal_of<uint64_t>(40, 1),
              "x.bm, offset 40: found 1 in the reserved field, expected 0");
    EXPECT_EQ(refusal_of<uint32_t>(kTable + 24, 2),
              "x.bm, offset 72: found shard 2, expected shard 1");
    EXPECT_EQ(refusal_of<uint64_t>(kTable + 24 + 8, kSets + 19),
              "x.bm, offset 72: found the set of shard 1 at 139, expected it at 140");
    EXPECT_EQ(refusal_of<uint64_t>(kTable + 48 + 16, 16),
              "x.bm, offset 96: found 16 bytes of a set at 140 for the 100000 games of shard 2, "
              "expected them from 120 to 155");
    EXPECT_EQ(refusal_of<uint64_t>(kTable + 48 + 16, 14),
              "x.bm, offset 154: found 1 bytes between the last set and the hash, expected none");
    EXPECT_EQ(
        refusal_of<uint32_t>(kTable + 4, 12),
        "x.bm, offset 16: found 100013 games in all, expected 100012, the sum over the shards");
    EXPECT_EQ(refusal_of<uint16_t>(kSets + 18, 13),
              "x.bm, offset 138: found number 13 in a container, expected 4 to 12");
}

TEST(SparseBitmapFile, AWrongHashIsFound) {
    std::string text = format_sparse_bitmap(sample(), kId);
    text[kSets + 18] = '\x0b';
    const std::string message = refusal(text);
    EXPECT_TRUE(message.starts_with("x.bm, offset 155: found the hash ")) << message;
    EXPECT_TRUE(message.ends_with(", that of all bytes before it")) << message;
}

TEST(SparseBitmapFile, TakesAnEmptySetInRoaringsForm) {
    std::string text = format_bitmap_table(make_bitmap_table({{7}}, kId, std::vector<uint64_t>{8}));
    text += std::string_view(
        "\x3a\x30\0\0\0\0\0\0"
        "hash-of-",
        16);
    EXPECT_EQ(parse(sealed(text)).value(), Bitmap({{7}}));
}

TEST(SparseBitmapFile, IsWrittenWhereItTakesAnEighth) {
    const test::TempDir dir;
    // 48 bytes and 12,500 for the bits in version 1; an eighth is 1,568.
    const BitmapLayout layout{{100000}};
    const auto version = [&](uint32_t games, std::optional<ContentHash> id) {
        Bitmap bitmap(layout);
        for (uint32_t game = 0; game < games; ++game) bitmap.set(0, 2 * game);
        EXPECT_TRUE(write_bitmap(bitmap, dir / "x.bm", true, id));
        EXPECT_EQ(read_bitmap(dir / "x.bm").value(), bitmap);
        const BitmapSummary summary = read_bitmap_summary(dir / "x.bm").value();
        EXPECT_EQ(summary.bytes, std::filesystem::file_size(dir / "x.bm"));
        EXPECT_EQ(summary.total_set(), games);
        return summary.version;
    };
    // 48 + 24 for the table, 16 for the head of the set, 8 for the hash: 736 games fit.
    EXPECT_EQ(version(736, kId), kSparseVersion);
    EXPECT_EQ(version(737, kId), kDenseVersion);
    EXPECT_EQ(version(0, kId), kSparseVersion);
    EXPECT_EQ(version(0, std::nullopt), kDenseVersion);
}

TEST(SparseBitmapFile, IsReadForItsCorpusOnly) {
    const test::TempDir dir;
    const auto path = dir / "x.bm";
    const BitmapLayout layout = sample().layout();
    ASSERT_TRUE(write_bitmap(sample(), path, false, kId));
    EXPECT_EQ(read_bitmap(path, {layout, kId}).value(), sample());

    const auto message = [&](const BitmapCorpus& corpus) {
        const auto refused = read_bitmap(path, corpus);
        BitmapSummary summary = read_bitmap_summary(path).value();
        const Status fits = fit_to_corpus(summary, corpus, path.string());
        EXPECT_FALSE(refused || fits);
        if (refused || fits) return std::string("accepted");
        EXPECT_EQ(refused.error().code, ErrorCode::Unsupported);
        EXPECT_EQ(refused.error().message, fits.error().message);
        return refused.error().message.substr(path.string().size());
    };
    EXPECT_EQ(message({layout, ContentHash{1, 2}}),
              ": found a bitmap of the corpus 00112233445566778899aabbccddeeff, expected one of "
              "this corpus, 00000000000000010000000000000002");
    EXPECT_EQ(message({layout, std::nullopt}),
              ": found a bitmap of the corpus 00112233445566778899aabbccddeeff, expected one of "
              "this corpus, which has no corpus_id");
    EXPECT_EQ(message({{{13, 0, 100001}}, kId}),
              ": the bitmap is of this corpus when it had other shards: they differ in shard 2: "
              "100000 games against 100001");
}

TEST(SparseBitmapFile, IsReadByThoseWhoDoNotSeeTheNewGamesYet) {
    const test::TempDir dir;
    const auto path = dir / "x.bm";
    ASSERT_TRUE(write_bitmap(sample(), path, false, kId));
    const auto before = read_bitmap(path, {{{13, 0}}, kId});
    ASSERT_TRUE(before) << before.error().message;
    EXPECT_EQ(before->count(), sample().count(0) + sample().count(1));
}

TEST(SparseBitmapFile, IsReadForACorpusThatHasGrown) {
    const test::TempDir dir;
    const auto path = dir / "x.bm";
    ASSERT_TRUE(write_bitmap(sample(), path, false, kId));
    const BitmapCorpus corpus{{{13, 0, 100000, 5}}, kId};
    Bitmap grown = sample();
    grown.grow_into(corpus.layout);
    EXPECT_EQ(read_bitmap(path, corpus).value(), grown);
    BitmapSummary summary = read_bitmap_summary(path).value();
    ASSERT_TRUE(fit_to_corpus(summary, corpus, "x"));
    EXPECT_EQ(summary.games_set, (std::vector<uint64_t>{2, 0, 10, 0}));
}

}  // namespace
}  // namespace edge
