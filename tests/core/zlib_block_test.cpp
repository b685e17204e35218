#include "core/zlib_block.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <span>
#include <string>

#include "core/byte_stream.h"

namespace edge {
namespace {

std::string packed(std::string_view block) { return ZlibCompressor(9).compress(block); }

Result<std::string> unpacked(std::string_view bytes, size_t max_bytes = 1 << 20) {
    std::string block;
    ZlibDecompressor decompressor;
    EDGE_CHECK(decompressor.decompress(std::as_bytes(std::span(bytes)), max_bytes, block));
    return block;
}

RC_GTEST_PROP(ZlibBlock, ComesBack, (const std::string& block)) {
    RC_ASSERT(unpacked(packed(block)) == block);
}

TEST(ZlibBlock, CompressorIsUsedAgain) {
    ZlibCompressor compressor(9);
    const std::string first = compressor.compress("one block");
    EXPECT_NE(compressor.compress("another"), first);
    EXPECT_EQ(compressor.compress("one block"), first);
    EXPECT_EQ(first.substr(0, 2), "\x78\xDA");
}

TEST(ZlibBlock, HasTheWrapperOfGzipWhenAsked) {
    const std::string packed =
        ZlibCompressor(9, ZlibWrapper::Gzip).compress(std::string(1000, 'x'));
    const auto stream =
        open_decompressor(Compression::Gzip, open_memory_stream(std::as_bytes(std::span(packed))),
                          "block")
            .value();
    std::string block(2000, '\0');
    block.resize(read_full(*stream, block).value());
    EXPECT_EQ(block, std::string(1000, 'x'));
}

TEST(ZlibBlock, GivesUpAtTheLimit) {
    const std::string bomb = packed(std::string(10'000'000, 'x'));
    ASSERT_LT(bomb.size(), 20'000U);
    EXPECT_EQ(unpacked(bomb, 9'999'999).error().message,
              "found zlib data of more than 9999999 bytes, expected at most that");
    EXPECT_EQ(unpacked(bomb, 10'000'000)->size(), 10'000'000U);

    std::string block;
    ZlibDecompressor decompressor;
    EXPECT_FALSE(decompressor.decompress(std::as_bytes(std::span(bomb)), 1000, block));
    EXPECT_LE(block.capacity(), 10'000U);
}

TEST(ZlibBlock, RefusesDamage) {
    const std::string whole = packed("some text that is long enough to be worth packing, packing");
    for (size_t size = 0; size < whole.size(); ++size) {
        EXPECT_FALSE(unpacked(whole.substr(0, size))) << size;
    }
    for (size_t at = 0; at < whole.size(); ++at) {
        std::string flipped = whole;
        flipped[at] = static_cast<char>(flipped[at] ^ 0x10);
        EXPECT_FALSE(unpacked(flipped)) << at;
    }
    EXPECT_EQ(unpacked(whole + "x").error().message,
              "found 1 bytes after the zlib stream, expected its end");
}

}  // namespace
}  // namespace edge
