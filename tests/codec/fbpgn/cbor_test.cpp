#include "codec/fbpgn/cbor.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace edge::fbpgn {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

std::string text_item(std::string_view text) {
    std::string bytes;
    append_cbor_text(text, bytes);
    return bytes;
}

// Of one item: what read_text_or_number says, "?" for another kind, or the error.
std::string read_one(std::string_view bytes) {
    CborReader reader(bytes);
    const auto value = reader.read_text_or_number();
    if (!value) return value.error().message;
    if (const auto end = reader.expect_end(); !end) return end.error().message;
    return value->value_or("?");
}

TEST(Cbor, WritesHeadsInTheFewestBytes) {
    EXPECT_EQ(text_item("").size(), 1U);
    EXPECT_EQ(text_item("W"), "\x61W");
    EXPECT_EQ(text_item(std::string(23, 'x')).substr(0, 1), "\x77");
    EXPECT_EQ(text_item(std::string(24, 'x')).substr(0, 2), "\x78\x18");
    EXPECT_EQ(text_item(std::string(255, 'x')).substr(0, 2), "\x78\xFF");
    EXPECT_EQ(text_item(std::string(256, 'x')).substr(0, 3), "\x79\x01\x00"s);
    EXPECT_EQ(text_item(std::string(65536, 'x')).substr(0, 5), "\x7A\x00\x01\x00\x00"s);
    std::string map;
    append_cbor_map(2, map);
    EXPECT_EQ(map, "\xA2");
    append_cbor_map(UINT64_MAX, map);
    EXPECT_EQ(map, "\xA2\xBB\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF");
}

RC_GTEST_PROP(Cbor, TextComesBack, (const std::string& text)) {
    RC_ASSERT(read_one(text_item(text)) == text);
}

// The examples of RFC 8949, appendix A.
TEST(Cbor, ReadsTheExamplesOfTheStandard) {
    EXPECT_EQ(read_one("\x00"s), "0");
    EXPECT_EQ(read_one("\x17"), "23");
    EXPECT_EQ(read_one("\x18\x64"), "100");
    EXPECT_EQ(read_one("\x1b\xff\xff\xff\xff\xff\xff\xff\xff"), "18446744073709551615");
    EXPECT_EQ(read_one("\x3b\xff\xff\xff\xff\xff\xff\xff\xff"), "-18446744073709551616");
    EXPECT_EQ(read_one("\x20"), "-1");
    EXPECT_EQ(read_one("\x39\x03\xe7"), "-1000");
    EXPECT_EQ(read_one("\x64IETF"), "IETF");
    EXPECT_EQ(read_one("\x7f\x65strea\x64ming\xff"), "streaming");
    EXPECT_EQ(read_one("\xc1\x1a\x51\x4b\x67\xb0"), "1363896240");  // a tag, skipped
    for (const std::string_view other :
         {"\xf4"sv, "\xf9\x3c\x00"sv, "\xfb\x3f\xf1\x99\x99\x99\x99\x99\x9a"sv,
          "\x43\x01\x02\x03"sv, "\x5f\x42\x01\x02\x43\x03\x04\x05\xff"sv,
          "\x83\x01\x82\x02\x03\x82\x04\x05"sv, "\x9f\xff"sv,
          "\xbf\x61\x61\x01\x61\x62\x9f\x02\x03\xff\xff"sv, "\xa0"sv, "\xf8\xff"sv}) {
        EXPECT_EQ(read_one(other), "?");
    }
}

TEST(Cbor, RefusesWhatIsNotThere) {
    EXPECT_EQ(read_one(""), "offset 0 of the chunk: found 0 bytes, expected 1 more");
    EXPECT_EQ(read_one("\x64IET"), "offset 1 of the chunk: found 3 bytes, expected 4 more");
    EXPECT_EQ(read_one("\x7b\xff\xff\xff\xff\xff\xff\xff\xffx"),
              "offset 9 of the chunk: found 1 bytes, expected 18446744073709551615 more");
    EXPECT_EQ(read_one("\x9b\xff\xff\xff\xff\xff\xff\xff\xff"),
              "offset 9 of the chunk: found 0 bytes, expected 1 more");
    EXPECT_EQ(read_one("\x1c"),
              "offset 0 of the chunk: found the byte 1c, expected the beginning of a CBOR item");
    EXPECT_EQ(read_one("\xff"),
              "offset 0 of the chunk: found the byte ff, expected the beginning of a CBOR item");
    EXPECT_EQ(read_one("\x7f\x01\xff"),
              "offset 2 of the chunk: found a number, expected a piece of text");
    EXPECT_EQ(read_one("\x01\x02"), "offset 1 of the chunk: found 1 more bytes, expected the end");
}

TEST(Cbor, RefusesEndlessNesting) {
    EXPECT_EQ(read_one(std::string(64, '\x81') + '\x01'), "?");
    EXPECT_EQ(read_one(std::string(100'000, '\x81')),
              "offset 65 of the chunk: found too many levels, expected an item");
    EXPECT_EQ(read_one(std::string(100'000, '\xc1')),
              "offset 64 of the chunk: found too many tags, expected an item");
}

}  // namespace
}  // namespace edge::fbpgn
