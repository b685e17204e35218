#include "core/utf8.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace edge {
namespace {

std::string encode(uint32_t code_point) {
    const auto tail = [&](int shift) {
        return static_cast<char>(0x80 | (code_point >> shift & 0x3F));
    };
    if (code_point < 0x80) return {static_cast<char>(code_point)};
    if (code_point < 0x800) return {static_cast<char>(0xC0 | code_point >> 6), tail(0)};
    if (code_point < 0x10000) {
        return {static_cast<char>(0xE0 | code_point >> 12), tail(6), tail(0)};
    }
    return {static_cast<char>(0xF0 | code_point >> 18), tail(12), tail(6), tail(0)};
}

TEST(Utf8, MeasuresTheFirstCharacter) {
    EXPECT_EQ(first_character_bytes("ab"), 1U);
    EXPECT_EQ(first_character_bytes("áb"), 2U);
    EXPECT_EQ(first_character_bytes("…"), 3U);
    EXPECT_EQ(first_character_bytes("\xC3"), 0U);
    EXPECT_EQ(first_character_bytes("\xFF"
                                    "a"),
              0U);
}

TEST(Utf8, AcceptsExactlyTheCodePointsThatExist) {
    for (uint32_t code_point = 0; code_point < 0x120000; ++code_point) {
        const bool surrogate = code_point >= 0xD800 && code_point < 0xE000;
        const bool exists = code_point <= 0x10FFFF && !surrogate;
        ASSERT_EQ(is_valid_utf8(encode(code_point)), exists) << std::hex << code_point;
    }
}

TEST(Utf8, RejectsIllFormedText) {
    for (const char* text :
         {"\x80", "a\xbfz", "\xc0\xaf", "\xc1\xbf", "\xe0\x9f\xbf", "\xe2\x82", "\xf0\x8f\xbf\xbf",
          "\xf5\x80\x80\x80", "\xff", "M\xfcller", "\xc3", "abcdefgh\xc3", "\xe2\x28\xa1"}) {
        EXPECT_FALSE(is_valid_utf8(text)) << text;
    }
}

TEST(Utf8, FindsABadByteAtAnyPlace) {
    for (size_t size = 1; size < 40; ++size) {
        EXPECT_TRUE(is_valid_utf8(std::string(size, 'a')));
        for (size_t at = 0; at < size; ++at) {
            std::string text(size, 'a');
            text[at] = '\xfc';
            EXPECT_FALSE(is_valid_utf8(text));
        }
    }
}

TEST(Windows1252, ConvertsNamesAndTheUndefinedBytes) {
    EXPECT_EQ(windows1252_to_utf8("M\xfcller"), "M\u00fcller");
    EXPECT_EQ(windows1252_to_utf8("\x80 \x8a\x9f"), "\u20ac \u0160\u0178");
    EXPECT_EQ(windows1252_to_utf8("\x81\x8d\x8f\x90\x9d"),
              "\xc2\x81\xc2\x8d\xc2\x8f\xc2\x90\xc2\x9d");
}

RC_GTEST_PROP(Windows1252, AlwaysGivesValidUtf8, (const std::string& text)) {
    RC_ASSERT(is_valid_utf8(windows1252_to_utf8(text)));
}

RC_GTEST_PROP(Percent, RoundTripsThroughPrintableAscii, (const std::string& text)) {
    const std::string encoded = percent_encode_non_ascii(text);
    RC_ASSERT(std::ranges::all_of(encoded, [](char c) { return c > ' ' && c < 0x7f; }));
    RC_ASSERT(percent_decode(encoded) == text);
}

TEST(Percent, LeavesAsciiAloneAndForgivesStrayMarks) {
    EXPECT_EQ(percent_encode_non_ascii("/games/a-b_1.pgn"), "/games/a-b_1.pgn");
    EXPECT_EQ(percent_encode_non_ascii("100% \xc3\xa9\n"), "100%25%20%C3%A9%0A");
    EXPECT_EQ(percent_decode("%c3%A9 100% %zz %4"), "\xc3\xa9 100% %zz %4");
}

}  // namespace
}  // namespace edge
