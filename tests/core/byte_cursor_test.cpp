// ByteCursor and the varints that are read through it.
#include "core/byte_cursor.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/varint.h"

namespace edge {
namespace {

std::span<const std::byte> as_bytes(std::string_view text) {
    return std::as_bytes(std::span(text));
}

TEST(ByteCursor, ReadsLittleEndianValues) {
    ByteCursor cursor(as_bytes("MAGI\x01\x02\x03\x04\x05\x06xyz"), "f", 100);
    EXPECT_TRUE(cursor.expect("MAGI", "the magic"));
    EXPECT_EQ(cursor.read<uint16_t>("a"), 0x0201);
    EXPECT_EQ(cursor.read<uint32_t>("b"), 0x06050403U);
    EXPECT_EQ(cursor.offset(), 110U);
    EXPECT_EQ(cursor.read_bytes(2, "c")->size(), 2U);
    EXPECT_FALSE(cursor.expect_end());
    EXPECT_TRUE(cursor.skip(1, "d"));
    EXPECT_TRUE(cursor.expect_end());
}

TEST(ByteCursor, NamesFileOffsetFoundAndExpected) {
    ByteCursor cursor(as_bytes("abcdef"), "x/tree.dat", 32);
    ASSERT_TRUE(cursor.skip(1, "a byte"));
    const auto number = cursor.read<uint64_t>("the edge count");
    ASSERT_FALSE(number);
    EXPECT_EQ(number.error().code, ErrorCode::Corrupt);
    EXPECT_EQ(number.error().message,
              "x/tree.dat, offset 33: found 5 bytes before the end, expected 8 bytes for the edge "
              "count");
    EXPECT_EQ(number.error().place.value().file, "x/tree.dat");
    EXPECT_EQ(number.error().place.value().offset, 33U);
    EXPECT_EQ(cursor.expect("EDGE", "the magic").error().message,
              "x/tree.dat, offset 33: found \"bcde\", expected the magic \"EDGE\"");
    EXPECT_EQ(cursor.expect(std::string_view("\x00\x01", 2), "the mark").error().message,
              "x/tree.dat, offset 33: found \"bc\", expected the mark 00 01");
    EXPECT_EQ(cursor.offset(), 33U);
}

TEST(ByteCursor, AHugeCountDoesNotOverflow) {
    ByteCursor cursor(as_bytes("abc"), "f");
    EXPECT_FALSE(cursor.skip(~uint64_t{0}, "much"));
    EXPECT_FALSE(cursor.read_bytes(~uint64_t{0}, "much"));
    EXPECT_EQ(cursor.remaining(), 3U);
}

RC_GTEST_PROP(Varint, RoundTrips, ()) {
    const auto values = *rc::gen::container<std::vector<uint64_t>>(
        rc::gen::apply([](uint64_t bits, int shift) { return bits >> shift; },
                       rc::gen::arbitrary<uint64_t>(), rc::gen::inRange(0, 64)));
    std::string encoded;
    size_t expected_size = 0;
    for (const uint64_t value : values) {
        append_varint(encoded, value);
        expected_size += varint_size(value);
    }
    RC_ASSERT(encoded.size() == expected_size);
    ByteCursor cursor(as_bytes(encoded), "f");
    for (const uint64_t value : values) RC_ASSERT(read_varint(cursor, "value") == value);
    RC_ASSERT(cursor.at_end());
}

TEST(Varint, KnowsTheEdges) {
    std::string encoded;
    append_varint(encoded, 300);
    EXPECT_EQ(encoded, "\xac\x02");
    encoded.clear();
    append_varint(encoded, ~uint64_t{0});
    EXPECT_EQ(encoded.size(), kMaxVarintBytes);
}

TEST(Varint, RefusesWhatDoesNotEndOrFit) {
    const std::string nines(9, '\xff');
    for (const std::string& bad : {std::string(), std::string("\x80"), nines, nines + "\x02",
                                   nines + "\x81" + "\x01", nines + "\xff"}) {
        ByteCursor cursor(as_bytes(bad), "f");
        const auto value = read_varint(cursor, "a count");
        ASSERT_FALSE(value);
        EXPECT_EQ(value.error().code, ErrorCode::Corrupt);
        EXPECT_EQ(cursor.offset(), 0U);
    }
}

}  // namespace
}  // namespace edge
