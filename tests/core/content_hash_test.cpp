#include "core/content_hash.h"

#include <gtest/gtest.h>

namespace edge {
namespace {

// As `xxhsum -H2` prints it.
TEST(ContentHash, IsXxh3With128Bits) {
    EXPECT_EQ(to_hex(content_hash(std::string_view{})), "99aa06d3014798d86001c324468d497f");
}

TEST(ContentHash, ComesBackFromItsDigits) {
    const ContentHash hash = content_hash("edge");
    EXPECT_EQ(parse_content_hash(to_hex(hash)), hash);
    for (const std::string_view text :
         {"", "0", "99aa06d3014798d86001c324468d497", "99aa06d3014798d86001c324468d497f0",
          "99AA06D3014798D86001C324468D497F", "99aa06d3014798d8 001c324468d497f"}) {
        EXPECT_EQ(parse_content_hash(text), std::nullopt) << text;
    }
}

// As `xxhsum -H2` prints it of the file of the blocks' hashes.
TEST(BlockHash, IsTheHashOfTheHashesOfBlocks) {
    const std::string text(2 * kHashBlockBytes + 5, 'x');
    const auto blocks = block_hashes(std::as_bytes(std::span(text)));
    ASSERT_EQ(blocks.size(), 3U);
    EXPECT_EQ(blocks[0], blocks[1]);
    EXPECT_EQ(blocks[2], content_hash("xxxxx"));
    EXPECT_EQ(to_hex(hash_of_blocks({})), "99aa06d3014798d86001c324468d497f");
    EXPECT_NE(hash_of_blocks(blocks), hash_of_blocks(std::span(blocks).first(2)));
}

TEST(BlockHash, IsTheSameHoweverTheContentIsCut) {
    std::string text(2 * kHashBlockBytes, 'x');
    for (size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>(i * i >> 7);
    const auto bytes = std::as_bytes(std::span(text));
    for (const size_t size : {kHashBlockBytes - 1, kHashBlockBytes, bytes.size()}) {
        for (const size_t piece : {size_t{4097}, kHashBlockBytes, size}) {
            BlockHasher hasher;
            for (size_t at = 0; at < size; at += piece) {
                hasher.append(bytes.subspan(at, std::min(piece, size - at)));
            }
            EXPECT_EQ(hasher.size(), size);
            EXPECT_EQ(hasher.hash(), hash_of_blocks(block_hashes(bytes.first(size)))) << piece;
        }
    }
}

}  // namespace
}  // namespace edge
