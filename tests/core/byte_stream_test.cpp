#include "core/byte_stream.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <unistd.h>

#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/compressed.h"

namespace edge {
namespace {

using test::as_bytes;
using test::compress;

constexpr Compression kFormats[] = {Compression::Gzip, Compression::Bzip2, Compression::Zstd};

// Gives its bytes in pieces of random size, as a pipe may.
class ChoppyStream final : public ByteStream {
public:
    ChoppyStream(std::string text, unsigned seed) : text_(std::move(text)), random_(seed) {}
    Result<size_t> read(std::span<char> into) override {
        const size_t wanted = std::uniform_int_distribution<size_t>(1, 40)(random_);
        const size_t count = text_.copy(into.data(), std::min(into.size(), wanted), at_);
        at_ += count;
        return count;
    }

private:
    std::string text_;
    size_t at_ = 0;
    std::mt19937 random_;
};

Result<std::string> drain(ByteStream& stream, size_t piece) {
    std::string text;
    std::string buffer(piece, '\0');
    while (true) {
        const size_t got = EDGE_TRY(stream.read(buffer));
        if (got == 0) return text;
        text.append(buffer, 0, got);
    }
}

Result<std::string> unpack(std::string packed, unsigned seed = 1, size_t piece = 4096) {
    auto source = std::make_unique<ChoppyStream>(std::move(packed), seed);
    const auto stream = EDGE_TRY(open_by_content(std::move(source), "f"));
    return drain(*stream, piece);
}

std::string sample_text(size_t size) {
    std::mt19937 random(7);
    std::string text;
    while (text.size() < size) text += std::to_string(random() % 5000) + ". Nf3 ";
    return text;
}

TEST(DetectCompression, KnowsTheMagicNumbers) {
    EXPECT_EQ(detect_compression(as_bytes("\x1f\x8b\x08")), Compression::Gzip);
    EXPECT_EQ(detect_compression(as_bytes(test::bzip2("x"))), Compression::Bzip2);
    EXPECT_EQ(detect_compression(as_bytes(test::bzip2(""))), Compression::Bzip2);
    EXPECT_EQ(detect_compression(as_bytes(test::zstd("x"))), Compression::Zstd);
    EXPECT_EQ(detect_compression(as_bytes(test::skippable(""))), Compression::Zstd);
}

TEST(DetectCompression, TakesTextForText) {
    for (const char* text : {"", "[Event \"x\"]", "BZh9 is a player", "1. e4", "(\xb5/", "P*M"}) {
        EXPECT_EQ(detect_compression(as_bytes(text)), Compression::None) << text;
    }
}

RC_GTEST_PROP(ByteStream, EveryFormatRoundTripsInAnyPieces,
              (const std::vector<std::string>& parts, unsigned seed)) {
    const auto piece = *rc::gen::inRange<size_t>(1, 100);
    for (const Compression format : kFormats) {
        std::string packed;
        std::string text;
        for (const std::string& part : parts) {
            packed += compress(format, part);
            text += part;
        }
        const auto unpacked = unpack(packed, seed, piece);
        RC_ASSERT(unpacked.has_value());
        RC_ASSERT(*unpacked == text);
    }
}

TEST(ByteStream, ReadsLargeConcatenatedInput) {
    const std::string text = sample_text(3 << 20);
    for (const Compression format : kFormats) {
        const std::string packed = compress(format, text) + compress(format, text);
        auto stream = open_by_content(open_memory_stream(as_bytes(packed)), "f");
        ASSERT_TRUE(stream);
        const auto unpacked = drain(**stream, 100'000);
        ASSERT_TRUE(unpacked) << unpacked.error().message;
        EXPECT_TRUE(*unpacked == text + text);
    }
}

TEST(ByteStream, PlainTextPassesThrough) {
    EXPECT_EQ(*unpack(""), "");
    EXPECT_EQ(*unpack("short"), "short");
    EXPECT_EQ(*unpack("longer than the magic numbers"), "longer than the magic numbers");
}

TEST(ByteStream, ReadsADescriptor) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    ASSERT_EQ(::write(ends[1], "1. e4", 5), 5);
    ::close(ends[1]);
    const auto stream = open_fd_stream(ends[0], "standard input");
    EXPECT_EQ(*drain(*stream, 3), "1. e4");
    ::close(ends[0]);
    const auto closed = stream->read(*std::make_unique<std::array<char, 4>>());
    ASSERT_FALSE(closed);
    EXPECT_EQ(closed.error().message, "cannot read standard input: Bad file descriptor");
}

TEST(ByteStream, SkipsSkippableFrames) {
    const std::string packed = test::skippable("table") + test::zstd("ab") + test::skippable("") +
                               test::zstd("cd", false) + test::skippable("end");
    EXPECT_EQ(*unpack(packed), "abcd");
    EXPECT_EQ(*unpack(test::skippable("nothing else")), "");
}

TEST(ByteStream, SkipsZerosAfterGzip) {
    const std::string padding(1000, '\0');
    EXPECT_EQ(*unpack(test::gzip("ab") + padding), "ab");
    EXPECT_EQ(*unpack(test::gzip("ab") + padding + test::gzip("cd")), "abcd");
}

TEST(ByteStream, EveryTruncationIsCorrupt) {
    const std::string text = sample_text(2000);
    for (const Compression format : kFormats) {
        const std::string packed = compress(format, text);
        for (size_t size = kDetectBytes; size < packed.size(); ++size) {
            const auto unpacked = unpack(packed.substr(0, size));
            ASSERT_FALSE(unpacked) << size;
            ASSERT_EQ(unpacked.error().code, ErrorCode::Corrupt);
            ASSERT_NE(unpacked.error().message.find("f, compressed offset "), std::string::npos);
        }
    }
}

TEST(ByteStream, NamesTheOffsetOfTheEnd) {
    const std::string packed = test::zstd(sample_text(2000));
    const auto unpacked = unpack(packed.substr(0, 100));
    ASSERT_FALSE(unpacked);
    EXPECT_EQ(unpacked.error().message,
              "f, compressed offset 100: the file ends inside a zstd frame; expected more data");
}

TEST(ByteStream, TrailingRubbishIsCorrupt) {
    for (const Compression format : kFormats) {
        const auto unpacked = unpack(compress(format, "text") + "rubbish after the end");
        ASSERT_FALSE(unpacked);
        EXPECT_EQ(unpacked.error().code, ErrorCode::Corrupt);
    }
}

TEST(ByteStream, FlippedBitsAreAlwaysNoticed) {
    const std::string text = sample_text(600);
    for (const Compression format : kFormats) {
        const std::string packed = compress(format, text);
        for (size_t at = kDetectBytes; at < packed.size(); ++at) {
            std::string damaged = packed;
            damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
            const auto unpacked = unpack(damaged);
            if (unpacked) {
                ASSERT_EQ(*unpacked, text);  // the bit had no meaning
            }
        }
    }
}

}  // namespace
}  // namespace edge
