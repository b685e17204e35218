#include "index/block_source.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <string>
#include <vector>

#include "support/temp_dir.h"

namespace edge::indexing {
namespace {

using test::TempDir;
using test::write_file;

constexpr size_t kMebibyte = size_t{1} << 20;

std::string gzipped(const std::string& text) {
    std::string bytes(compressBound(text.size()) + 64, '\0');
    z_stream stream{};
    deflateInit2(&stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_out = static_cast<uInt>(bytes.size());
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    bytes.resize(stream.total_out);
    deflateEnd(&stream);
    return bytes;
}

std::vector<Block> blocks_of(const std::vector<formats::GameInput>& inputs) {
    BlockSource source(inputs, 1);
    std::vector<Block> blocks;
    for (;;) {
        auto block = source.next();
        EXPECT_TRUE(block.has_value()) << block.error().message;
        if (!block || !*block) return blocks;
        blocks.push_back(std::move(**block));
    }
}

// Text without any place where a game seems to begin.
std::string uncut_text(size_t size) {
    std::string text;
    while (text.size() < size) text += "Nf3 Nf6 Ng1 Ng8 ";
    text.resize(size);
    text.back() = 'x';
    return text;
}

TEST(BlockSource, AStreamThatEndsRightAfterACutStillReportsItsEnd) {
    const TempDir dir;
    const std::string text = uncut_text(4 * kMebibyte);
    write_file(dir / "a.pgn.gz", gzipped(text));
    const auto inputs = formats::open_pgn_inputs({(dir / "a.pgn.gz").string()});
    ASSERT_TRUE(inputs);
    const auto blocks = blocks_of(*inputs);
    ASSERT_FALSE(blocks.empty());
    EXPECT_EQ(blocks.back().body.end, pgn::TextEnd::EndOfInput);
    std::string joined;
    for (const Block& block : blocks) joined += block.body.text;
    EXPECT_EQ(joined, text);
}

TEST(BlockSource, BlocksOfAFileAndOfItsStreamHoldTheSameText) {
    const TempDir dir;
    std::string text;
    for (int i = 0; text.size() < 3 * kMebibyte; ++i) {
        text += "[Event \"" + std::to_string(i) + "\"]\n[White \"a\"]\n\n1. e4 e5 *\n\n";
    }
    write_file(dir / "a.pgn", text);
    write_file(dir / "a.pgn.gz", gzipped(text));
    for (const char* name : {"a.pgn", "a.pgn.gz"}) {
        const auto inputs = formats::open_pgn_inputs({(dir / name).string()});
        ASSERT_TRUE(inputs);
        const auto blocks = blocks_of(*inputs);
        EXPECT_GE(blocks.size(), 3U);
        std::string joined;
        for (const Block& block : blocks) {
            EXPECT_EQ(block.body.offset, joined.size());
            EXPECT_TRUE(block.body.text.starts_with("[Event "));
            joined += block.body.text;
        }
        EXPECT_EQ(joined, text);
    }
}

}  // namespace
}  // namespace edge::indexing
