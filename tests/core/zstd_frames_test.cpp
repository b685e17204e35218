#include "core/zstd_frames.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/compressed.h"

namespace edge {
namespace {

using test::as_bytes;
using test::skippable;
using test::zstd;

constexpr uint64_t kNoLimit = uint64_t{1} << 40;

std::string text_of(const std::vector<char>& content) { return {content.begin(), content.end()}; }

TEST(ZstdFrames, ListsEveryFrameInOrder) {
    const std::string packed =
        skippable("index") + zstd("first") + zstd("second one", false) + skippable("");
    const auto frames = list_zstd_frames(as_bytes(packed), "f");
    ASSERT_TRUE(frames) << frames.error().message;
    ASSERT_EQ(frames->size(), 4U);

    uint64_t offset = 0;
    std::string text;
    for (const ZstdFrame& frame : *frames) {
        EXPECT_EQ(frame.offset, offset);
        offset += frame.compressed_size;
        text += text_of(*decompress_frame(as_bytes(packed), frame, kNoLimit, "f"));
    }
    EXPECT_EQ(offset, packed.size());
    EXPECT_EQ(text, "firstsecond one");
    EXPECT_TRUE((*frames)[0].skippable);
    EXPECT_EQ((*frames)[1].content_size, 5U);
    EXPECT_EQ((*frames)[2].content_size, std::nullopt);
    EXPECT_FALSE((*frames)[2].skippable);
}

TEST(ZstdFrames, AnEmptyFileHasNone) { EXPECT_TRUE(list_zstd_frames({}, "f")->empty()); }

TEST(ZstdFrames, DecompressesFarBeyondTheFirstGuess) {
    const std::string text(5 << 20, 'x');
    for (const bool with_size : {true, false}) {
        const std::string packed = zstd(text, with_size);
        ASSERT_LT(packed.size(), 2000U);
        const ZstdFrame frame = *find_zstd_frame(as_bytes(packed), 0, "f");
        const auto content = decompress_frame(as_bytes(packed), frame, kNoLimit, "f");
        ASSERT_TRUE(content) << content.error().message;
        EXPECT_TRUE(text_of(*content) == text);
        EXPECT_TRUE(decompress_frame(as_bytes(packed), frame, text.size(), "f"));
    }
}

TEST(ZstdFrames, StopsAtTheLimit) {
    const std::string packed = zstd(std::string(1 << 20, 'x'));
    const ZstdFrame frame = *find_zstd_frame(as_bytes(packed), 0, "f");
    const auto content = decompress_frame(as_bytes(packed), frame, (1 << 20) - 1, "f");
    ASSERT_FALSE(content);
    EXPECT_EQ(content.error().code, ErrorCode::Corrupt);
}

TEST(ZstdFrames, ChecksTheClaimedSize) {
    const std::string packed = zstd("twelve bytes", false);
    ZstdFrame frame = *find_zstd_frame(as_bytes(packed), 0, "f");
    for (const uint64_t claim : {uint64_t{0}, uint64_t{11}, uint64_t{13}, ~uint64_t{0}}) {
        frame.content_size = claim;
        EXPECT_FALSE(decompress_frame(as_bytes(packed), frame, kNoLimit, "f")) << claim;
    }
    frame.content_size = 12;
    EXPECT_TRUE(decompress_frame(as_bytes(packed), frame, kNoLimit, "f"));
}

TEST(ZstdFrames, DamageIsCorruptWithItsOffset) {
    const std::string good = zstd("some frame");
    const auto truncated = list_zstd_frames(as_bytes(good + good.substr(0, 9)), "f");
    ASSERT_FALSE(truncated);
    EXPECT_EQ(truncated.error().message,
              "f, compressed offset " + std::to_string(good.size()) +
                  ": the file ends inside the zstd frame that begins here");
    const auto rubbish = list_zstd_frames(as_bytes(good + "something else"), "f");
    ASSERT_FALSE(rubbish);
    EXPECT_EQ(rubbish.error().code, ErrorCode::Corrupt);

    std::string flipped = good;
    flipped.back() = static_cast<char>(flipped.back() ^ 1);  // in the checksum
    const auto frames = list_zstd_frames(as_bytes(flipped), "f");
    ASSERT_TRUE(frames);
    EXPECT_FALSE(decompress_frame(as_bytes(flipped), frames->front(), kNoLimit, "f"));
}

}  // namespace
}  // namespace edge
