#include "codec/pgn/byte_scanner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <string_view>
#include <utility>

namespace edge::pgn {
namespace {

using Bytes = std::array<char, kScanBytes + 1>;  // plain_tag reads one more

void expect_same(const ByteScanner& fast, const Bytes& bytes) {
    MovetextMasks expected;
    MovetextMasks found;
    portable_byte_scanner().movetext(bytes.data(), expected);
    fast.movetext(bytes.data(), found);
    ASSERT_EQ(found.separator, expected.separator);
    ASSERT_EQ(found.letter, expected.letter);
    ASSERT_EQ(found.digit, expected.digit);
    ASSERT_EQ(found.joiner, expected.joiner);
    ASSERT_EQ(found.close, expected.close);
    ASSERT_EQ(fast.value_stops(bytes.data()), portable_byte_scanner().value_stops(bytes.data()));
    const PlainTag expected_tag = portable_byte_scanner().plain_tag(bytes.data());
    const PlainTag found_tag = fast.plain_tag(bytes.data());
    ASSERT_EQ(found_tag.name_size, expected_tag.name_size);
    ASSERT_EQ(found_tag.value_end, expected_tag.value_end);
}

Bytes tag_bytes(std::string_view text) {
    Bytes bytes;
    bytes.fill('\n');
    std::copy_n(text.begin(), std::min(text.size(), bytes.size()), bytes.begin());
    return bytes;
}

class ScanAvx2 : public testing::Test {
protected:
    void SetUp() override {
        if (avx2_byte_scanner() == nullptr) GTEST_SKIP() << "this processor or build has no AVX2";
    }
};

TEST_F(ScanAvx2, AgreesOnEveryByteAtEveryPlace) {
    for (const char background : {' ', 'x', '\0', '\xFF'}) {
        for (unsigned value = 0; value < 256; ++value) {
            for (unsigned at = 0; at < kScanBytes; ++at) {
                Bytes bytes;
                bytes.fill(background);
                bytes[at] = static_cast<char>(value);
                ASSERT_NO_FATAL_FAILURE(expect_same(*avx2_byte_scanner(), bytes))
                    << "byte " << value << " at " << at;
            }
        }
    }
}

TEST_F(ScanAvx2, AgreesOnRandomBytes) {
    std::mt19937_64 random(1);
    for (int round = 0; round < 20'000; ++round) {
        Bytes bytes;
        for (char& byte : bytes) byte = static_cast<char>(random());
        ASSERT_NO_FATAL_FAILURE(expect_same(*avx2_byte_scanner(), bytes));
    }
}

TEST_F(ScanAvx2, AgreesOnTags) {
    for (size_t name = 0; name < 40; ++name) {
        for (size_t value = 0; value < 64; ++value) {
            const std::string text =
                "[" + std::string(name, 'n') + " \"" + std::string(value, 'v') + "\"]";
            for (size_t at = 0; at < text.size() && at < kScanBytes; ++at) {
                for (const char c : {text[at], ' ', '"', '\\', ']', '\n', '_', '\x80'}) {
                    Bytes bytes = tag_bytes(text);
                    bytes[at] = c;
                    ASSERT_NO_FATAL_FAILURE(expect_same(*avx2_byte_scanner(), bytes))
                        << text << ", " << c << " at " << at;
                }
            }
        }
    }
}

TEST(Scan, FindsTagsOfTheUsualForm) {
    const auto parts = [](std::string_view text) {
        const PlainTag tag = portable_byte_scanner().plain_tag(tag_bytes(text).data());
        return std::pair(tag.name_size, tag.value_end);
    };
    using Parts = std::pair<uint32_t, uint32_t>;
    EXPECT_EQ(parts("[White \"Anna\"]"), Parts(5, 12));
    EXPECT_EQ(parts("[A \"\"]"), Parts(1, 4));
    EXPECT_EQ(parts("[A \"]\"]"), Parts(1, 5));
    const std::string longest_name(kMaxPlainName, 'n');
    EXPECT_EQ(parts("[" + longest_name + " \"x\"]"), Parts(kMaxPlainName, kMaxPlainName + 4));
    EXPECT_EQ(parts("[A \"" + std::string(59, 'v') + "\"]"), Parts(1, 63));
    for (const std::string& text :
         {std::string("[A\"x\"]"), std::string("[A  \"x\"]"), std::string("[ A \"x\"]"),
          std::string("[ \"x\"]"), std::string("[A_B \"x\"]"), std::string("[A \"x\" ]"),
          std::string("[A \"x\"y\"]"), std::string("[A \"\\\"x\"]"), std::string("[A \"\xE9\"]"),
          std::string("[A \"x]"), "[" + longest_name + "n \"x\"]",
          "[A \"" + std::string(60, 'v') + "\"]"}) {
        EXPECT_EQ(parts(text), Parts(0, 0)) << text;
    }
}

TEST(Scan, PutsEachByteInItsClass) {
    Bytes bytes;
    bytes.fill('{');
    const auto classes_of = [&](char c) {
        bytes[5] = c;
        MovetextMasks masks;
        portable_byte_scanner().movetext(bytes.data(), masks);
        std::string found;
        const uint64_t bit = uint64_t{1} << 5;
        if (masks.separator == bit) found += 's';
        if (masks.letter == bit) found += 'l';
        if (masks.digit == bit) found += 'd';
        if (masks.joiner == bit) found += 'j';
        if (masks.close == bit) found += 'c';
        return found;
    };
    for (const char c : {' ', '\t', '\n', '\r', '.', '+', '#', '!', '?'}) {
        EXPECT_EQ(classes_of(c), "s") << c;
    }
    for (const char c : {'a', 'm', 'z', 'A', 'M', 'Z'}) EXPECT_EQ(classes_of(c), "l") << c;
    for (const char c : {'0', '5', '9'}) EXPECT_EQ(classes_of(c), "d") << c;
    for (const char c : {'-', '='}) EXPECT_EQ(classes_of(c), "j") << c;
    EXPECT_EQ(classes_of('}'), "c");
    for (const char c : {'@', '[', '`', '{', '/', ':', '(', ')', '*', ';', '%', '\0', '\x80'}) {
        EXPECT_EQ(classes_of(c), "") << c;
    }
}

TEST(Scan, TakesTheFastestScanner) {
    EXPECT_EQ(&byte_scanner(),
              avx2_byte_scanner() != nullptr ? avx2_byte_scanner() : &portable_byte_scanner());
}

}  // namespace
}  // namespace edge::pgn
