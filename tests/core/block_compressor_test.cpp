#include "core/block_compressor.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "core/compressed.h"

namespace edge {
namespace {

constexpr Compression kFormats[] = {Compression::Gzip, Compression::Bzip2, Compression::Zstd};

std::string unpacked(std::string_view bytes, size_t size) {
    const auto stream =
        open_by_content(open_memory_stream(test::as_bytes(bytes)), "blocks").value();
    std::string text(size + 1, '\0');
    text.resize(read_full(*stream, text).value());
    return text;
}

RC_GTEST_PROP(BlockCompressor, BlocksReadAsOneFile, (const std::vector<std::string>& blocks)) {
    RC_PRE(!blocks.empty());
    for (const Compression format : kFormats) {
        const auto compressor = make_block_compressor(format);
        std::string text;
        std::string file;
        for (const std::string& block : blocks) {
            text += block;
            file += compressor->compress(block);
        }
        RC_ASSERT(detect_compression(test::as_bytes(file)) == format);
        RC_ASSERT(unpacked(file, text.size()) == text);
    }
}

TEST(BlockCompressor, GivesTheSameBytesEachTime) {
    for (const Compression format : kFormats) {
        const auto compressor = make_block_compressor(format);
        const std::string first = compressor->compress("a block");
        EXPECT_NE(compressor->compress("another"), first);
        EXPECT_EQ(compressor->compress("a block"), first);
        EXPECT_EQ(make_block_compressor(format)->compress("a block"), first);
    }
}

TEST(BlockCompressor, WritesNoTimeIntoGzip) {
    const std::string member = make_block_compressor(Compression::Gzip)->compress("a block");
    EXPECT_EQ(member.substr(4, 4), std::string(4, '\0'));
}

TEST(BlockCompressor, TakesWhatCannotBeCompressed) {
    std::string noise;
    for (uint32_t i = 0, state = 1; i < 3'000'000; ++i) {
        state = state * 1664525 + 1013904223;
        noise += static_cast<char>(state >> 24);
    }
    for (const Compression format : kFormats) {
        const std::string file = make_block_compressor(format)->compress(noise);
        EXPECT_TRUE(unpacked(file, noise.size()) == noise);
    }
}

TEST(BlockCompressor, IsNullForPlainText) {
    EXPECT_EQ(make_block_compressor(Compression::None), nullptr);
}

}  // namespace
}  // namespace edge
