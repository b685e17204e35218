#include "codec/pgn/scan.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace edge::pgn {
namespace {

using Bytes = std::array<char, kScanBytes>;

void expect_same(const Scanner& fast, const Bytes& bytes) {
    MovetextMasks expected;
    MovetextMasks found;
    portable_scanner().movetext(bytes.data(), expected);
    fast.movetext(bytes.data(), found);
    ASSERT_EQ(found.separator, expected.separator);
    ASSERT_EQ(found.letter, expected.letter);
    ASSERT_EQ(found.digit, expected.digit);
    ASSERT_EQ(found.joiner, expected.joiner);
    ASSERT_EQ(found.close, expected.close);
    TagMasks expected_tag;
    TagMasks found_tag;
    portable_scanner().tag(bytes.data(), expected_tag);
    fast.tag(bytes.data(), found_tag);
    ASSERT_EQ(found_tag.name, expected_tag.name);
    ASSERT_EQ(found_tag.quote, expected_tag.quote);
    ASSERT_EQ(found_tag.special, expected_tag.special);
}

class ScanAvx2 : public testing::Test {
protected:
    void SetUp() override {
        if (avx2_scanner() == nullptr) GTEST_SKIP() << "this processor or build has no AVX2";
    }
};

TEST_F(ScanAvx2, AgreesOnEveryByteAtEveryPlace) {
    for (const char background : {' ', 'x', '\0', '\xFF'}) {
        for (unsigned value = 0; value < 256; ++value) {
            for (unsigned at = 0; at < kScanBytes; ++at) {
                Bytes bytes;
                bytes.fill(background);
                bytes[at] = static_cast<char>(value);
                ASSERT_NO_FATAL_FAILURE(expect_same(*avx2_scanner(), bytes))
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
        ASSERT_NO_FATAL_FAILURE(expect_same(*avx2_scanner(), bytes));
    }
}

TEST(Scan, PutsEachByteInItsClass) {
    Bytes bytes;
    bytes.fill('{');
    const auto classes_of = [&](char c) {
        bytes[5] = c;
        MovetextMasks masks;
        portable_scanner().movetext(bytes.data(), masks);
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
    EXPECT_EQ(&scanner(), avx2_scanner() != nullptr ? avx2_scanner() : &portable_scanner());
}

}  // namespace
}  // namespace edge::pgn
