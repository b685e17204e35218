#include "bitmap/roaring_reader.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bitmap/random_numbers.h"
#include "bitmap/roaring_writer.h"

namespace edge::roaring {
namespace {

using std::string_view_literals::operator""sv;
using test::Words;

// At offset 100 of a file, with numbers below `limit`.
Result<uint64_t> count(std::string_view text, uint32_t limit = 100) {
    const SetBytes from{std::as_bytes(std::span(text)), "x.bm", 100};
    Words words = test::words_for(limit);
    const auto counted = count_set(from, limit);
    const auto read = read_set(from, limit, words);
    EXPECT_EQ(counted.has_value(), read.has_value());
    if (read) {
        EXPECT_EQ(*read, *counted);
    }
    return counted;
}

// What is wrong with the text, which is damaged.
std::string refusal(std::string_view text, uint32_t limit = 100) {
    const auto counted = count(text, limit);
    if (counted) return "accepted";
    EXPECT_EQ(counted.error().code, ErrorCode::Corrupt);
    return counted.error().message;
}

std::string u16(uint32_t value) {
    return {static_cast<char>(value & 0xFF), static_cast<char>(value >> 8)};
}
std::string u32(uint32_t value) { return u16(value & 0xFFFF) + u16(value >> 16); }

// One container without runs.
std::string plain(uint32_t key, uint32_t numbers, std::string_view container) {
    return u32(12346) + u32(1) + u16(key) + u16(numbers - 1) + u32(16) + std::string(container);
}

// One container with runs, each as its first number and how many follow.
std::string runs(uint32_t numbers, const std::vector<std::pair<uint32_t, uint32_t>>& list) {
    std::string text =
        u32(12347) + '\1' + u16(0) + u16(numbers - 1) + u16(static_cast<uint32_t>(list.size()));
    for (const auto& [first, more] : list) text += u16(first) + u16(more);
    return text;
}

TEST(RoaringReader, ReadsEveryKindOfContainer) {
    EXPECT_EQ(count(plain(0, 2, "\3\0\x63\0"sv)), 2U);
    EXPECT_EQ(count(runs(4, {{0, 1}, {98, 1}})), 4U);
    EXPECT_EQ(count(plain(0, 8192, std::string(1024, '\xff') + std::string(7168, '\0')), 8192),
              8192U);
    EXPECT_EQ(count(u32(12346) + u32(0)), 0U);
}

TEST(RoaringReader, TakesRunsAlsoWhereTheyAreLarger) {
    EXPECT_EQ(count(runs(2, {{3, 0}, {99, 0}})), 2U);
}

TEST(RoaringReader, RefusesAnotherCookie) {
    EXPECT_EQ(refusal(u32(12345) + u32(0)),
              "x.bm, offset 100: found 12345 as the cookie of a Roaring set, expected 12346 or "
              "12347");
    // The high half counts containers only when there are runs.
    EXPECT_NE(refusal(u32(12346 + 65536) + u32(0)), "accepted");
}

TEST(RoaringReader, RefusesCountsThatNoBytesStandBehind) {
    EXPECT_EQ(refusal(u32(12346) + u32(65537)),
              "x.bm, offset 104: found 65537 containers, expected at most 65536");
    EXPECT_EQ(
        refusal(u32(12346) + u32(65536)),
        "x.bm, offset 108: found 0 bytes before the end, expected 262144 bytes for the keys of "
        "the containers");
    EXPECT_EQ(refusal(u32(0xFFFF0000 | 12347)),
              "x.bm, offset 104: found 0 bytes before the end, expected 8192 bytes for which "
              "containers have runs");
    EXPECT_EQ(refusal(plain(0, 4096, "\3\0"sv)),
              "x.bm, offset 116: found 2 bytes before the end, expected 8192 bytes for an array");
    EXPECT_EQ(refusal(runs(1, {}).substr(0, 9) + u16(65535)),
              "x.bm, offset 111: found 0 bytes before the end, expected 262140 bytes for runs");
}

TEST(RoaringReader, RefusesNumbersOutOfOrder) {
    EXPECT_EQ(refusal(plain(0, 2, "\5\0\4\0"sv)),
              "x.bm, offset 118: found number 4 in a container, expected 6 to 99");
    EXPECT_EQ(refusal(plain(0, 2, "\5\0\5\0"sv)),
              "x.bm, offset 118: found number 5 in a container, expected 6 to 99");
    EXPECT_EQ(refusal(runs(4, {{5, 1}, {4, 1}})),
              "x.bm, offset 115: found a run from 4 to 5 in a container, expected one in 8 to 99, "
              "apart from the one before");
    EXPECT_NE(refusal(runs(4, {{5, 1}, {6, 1}})), "accepted");
    EXPECT_NE(refusal(runs(4, {{5, 1}, {7, 1}})), "accepted") << "it is one run";
    const std::string two = u32(12346) + u32(2) + u16(1) + u16(0) + u16(1) + u16(0) + u32(24) +
                            u32(26) + u16(3) + u16(4);
    EXPECT_EQ(refusal(two, 1 << 20),
              "x.bm, offset 112: found the container of 65536 and up, expected it in ascending "
              "order and below 1048576");
}

TEST(RoaringReader, RefusesNumbersBeyondTheLast) {
    EXPECT_EQ(refusal(plain(0, 1, "\x64\0"sv)),
              "x.bm, offset 116: found number 100 in a container, expected 0 to 99");
    EXPECT_EQ(refusal(runs(2, {{99, 1}})),
              "x.bm, offset 111: found a run from 99 to 100 in a container, expected one in 0 to "
              "99, apart from the one before");
    EXPECT_EQ(refusal(runs(65536, {{1, 65535}}), 1 << 20).substr(0, 51),
              "x.bm, offset 111: found a run from 1 to 65536 in a ");
    EXPECT_EQ(refusal(plain(1, 1, "\0\0"sv), 65536),
              "x.bm, offset 108: found the container of 65536 and up, expected it in ascending "
              "order and below 65536");
    const std::string bits = plain(0, 8192, std::string(1024, '\xff') + std::string(7168, '\0'));
    EXPECT_EQ(refusal(bits, 8191),
              "x.bm, offset 1132: found number 8191 in a container, expected at most 8190");
    EXPECT_NE(refusal(u32(12346) + u32(1), 0), "accepted");
}

TEST(RoaringReader, RefusesAWrongNumberOfNumbers) {
    const std::string bits = std::string(1024, '\xff') + std::string(7168, '\0');
    EXPECT_EQ(refusal(plain(0, 8191, bits), 65536),
              "x.bm, offset 116: found 8192 numbers in a container, expected 8191");
    EXPECT_EQ(refusal(runs(3, {{5, 1}})),
              "x.bm, offset 109: found 2 numbers in a container, expected 3");
    EXPECT_EQ(refusal(runs(1, {})), "x.bm, offset 109: found 0 numbers in a container, expected 1");
}

TEST(RoaringReader, RefusesContainersAnywhereElse) {
    std::string text = plain(0, 1, "\3\0"sv);
    text[12] = 17;
    EXPECT_EQ(refusal(text), "x.bm, offset 112: found a container at 17, expected it at 16");
}

TEST(RoaringReader, RefusesFlagsOfMissingContainers) {
    std::string text = runs(2, {{5, 1}});
    text[4] = '\3';
    EXPECT_EQ(refusal(text),
              "x.bm, offset 104: found flags of more containers than the 1 that there are, "
              "expected zeros");
}

TEST(RoaringReader, RefusesBytesAfterTheSet) {
    EXPECT_EQ(refusal(plain(0, 1, "\3\0\0"sv)),
              "x.bm, offset 118: found 1 more bytes, expected the end of a Roaring set");
    EXPECT_EQ(refusal(u32(12346) + u32(0) + '\0'),
              "x.bm, offset 108: found 1 more bytes, expected the end of a Roaring set");
}

TEST(RoaringReader, RefusesEveryTruncation) {
    std::set<uint32_t> numbers;
    for (uint32_t n = 0; n < 300; n += n % 3 == 0 ? 1 : 2) numbers.insert(n * 700);
    for (uint32_t n = 70000; n < 70100; ++n) numbers.insert(n);
    const std::string whole = format_set(test::words_of(1 << 18, numbers));
    for (size_t size = 0; size < whole.size(); ++size) {
        EXPECT_NE(refusal(std::string_view(whole).substr(0, size), 1 << 18), "accepted") << size;
    }
}

RC_GTEST_PROP(RoaringReader, FindsAChangedByteOrAnotherSet, ()) {
    const test::RandomNumbers made = test::random_numbers();
    std::string text = format_set(made.words);
    const auto at = *rc::gen::inRange<size_t>(0, text.size());
    text[at] = static_cast<char>(text[at] ^ *rc::gen::inRange(1, 256));
    Words words = test::words_for(made.limit);
    const SetBytes from{std::as_bytes(std::span(text)), "x"};
    const auto read = read_set(from, made.limit, words);
    RC_ASSERT(!read || words != made.words);
}

}  // namespace
}  // namespace edge::roaring
