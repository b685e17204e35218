#include "core/block_packer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "core/compressed.h"

namespace edge {
namespace {

constexpr Compression kFormats[] = {Compression::Gzip, Compression::Bzip2, Compression::Zstd};

std::string text_of_size(size_t size) {
    std::string text;
    for (uint32_t number = 1; text.size() < size; number = number * 48271 % 2147483647) {
        text += std::to_string(number % 5000) + ". Nf3 ";
    }
    text.resize(size);
    return text;
}

std::string unpacked(std::string_view file) {
    const auto stream = open_by_content(open_memory_stream(test::as_bytes(file)), "file").value();
    std::string text(16 << 20, '\0');
    text.resize(read_full(*stream, text).value());
    return text;
}

// The file of the text, given in pieces of this size by one thread while others compress too.
std::string packed(Compression format, std::string_view text, size_t piece, size_t threads) {
    const auto packer = BlockPacker::create(format);
    std::string file;
    std::vector<std::thread> others;
    for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) {
        packer->add(text.substr(0, piece));
        if (threads == 1) {
            packer->pack_waiting();
        } else if (others.size() < threads) {
            others.emplace_back([&packer] { packer->pack_waiting(); });
        }
        file += packer->take();
    }
    for (std::thread& other : others) other.join();
    return file + packer->finish();
}

TEST(BlockPacker, BytesDependOnTheTextAlone) {
    const std::string text = text_of_size(3'700'000);
    for (const Compression format : kFormats) {
        const std::string file = packed(format, text, 100'000, 1);
        EXPECT_TRUE(unpacked(file) == text);
        EXPECT_TRUE(packed(format, text, text.size(), 1) == file);
        EXPECT_TRUE(packed(format, text, 300'000, 4) == file);
        EXPECT_TRUE(packed(format, text, 300'000, 0) == file);  // everything is left to finish()
    }
}

TEST(BlockPacker, GathersSmallPieces) {
    const std::string text = text_of_size(500'000);
    for (const Compression format : kFormats) {
        EXPECT_TRUE(packed(format, text, 100, 1) == make_block_compressor(format)->compress(text));
    }
}

TEST(BlockPacker, WithoutTextTheFileIsStillValid) {
    for (const Compression format : kFormats) {
        const std::string file = packed(format, "", 1, 1);
        EXPECT_EQ(detect_compression(test::as_bytes(file)), format);
        EXPECT_EQ(unpacked(file), "");
    }
}

TEST(BlockPacker, AFullBlockIsNotFollowedByAnEmptyOne) {
    for (const size_t size : {1'789'999U, 1'790'000U, 1'790'001U}) {
        const std::string text = text_of_size(size);
        const std::string file = packed(Compression::Gzip, text, size, 1);
        const auto compressor = make_block_compressor(Compression::Gzip);
        std::string expected = compressor->compress(text.substr(0, 1'790'000));
        if (size > 1'790'000) expected += compressor->compress(text.substr(1'790'000));
        EXPECT_TRUE(file == expected) << size;
    }
}

TEST(BlockPacker, IsNullForPlainText) {
    EXPECT_EQ(BlockPacker::create(Compression::None), nullptr);
}

}  // namespace
}  // namespace edge
