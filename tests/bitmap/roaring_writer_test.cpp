#include "bitmap/roaring_writer.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <string_view>

#include "bitmap/random_numbers.h"
#include "bitmap/roaring_reader.h"

namespace edge::roaring {
namespace {

using test::RandomNumbers;
using test::Words;

std::string made_of(const std::set<uint32_t>& numbers) {
    return format_set(test::words_of(numbers.empty() ? 0 : *numbers.rbegin() + 1, numbers));
}

// The numbers from `first` on, every `step`.
std::set<uint32_t> series(uint32_t first, uint32_t count, uint32_t step) {
    std::set<uint32_t> numbers;
    for (uint32_t i = 0; i < count; ++i) numbers.insert(first + i * step);
    return numbers;
}

// Reads the text back for a set of numbers below the limit.
Result<Words> read(std::string_view text, uint32_t limit) {
    Words words = test::words_for(limit);
    const SetBytes from{std::as_bytes(std::span(text)), "x"};
    const uint64_t count = EDGE_TRY(read_set(from, limit, words));
    EXPECT_EQ(count, test::numbers_of(words).size());
    EXPECT_EQ(count, count_set(from, limit).value());
    return words;
}

// The bytes are those that pyroaring 1.2.0 makes after run_optimize.
TEST(RoaringWriter, HasTheBytesOfTheFormat) {
    using std::string_view_literals::operator""sv;
    EXPECT_EQ(made_of({}), "\x3a\x30\0\0\0\0\0\0"sv);
    EXPECT_EQ(made_of({1, 2, 3}), "\x3a\x30\0\0\1\0\0\0\0\0\2\0\x10\0\0\0\1\0\2\0\3\0"sv);
    EXPECT_EQ(made_of({1, 2, 3, 4}), "\x3b\x30\0\0\1\0\0\3\0\1\0\1\0\3\0"sv);
    EXPECT_EQ(made_of({65535, 65536}),
              "\x3a\x30\0\0\2\0\0\0\0\0\0\0\1\0\0\0\x18\0\0\0\x1a\0\0\0\xff\xff\0\0"sv);
}

TEST(RoaringWriter, ListsUpTo4096Numbers) {
    const std::string listed = made_of(series(0, 4096, 3));
    EXPECT_EQ(listed.size(), 16U + 2 * 4096);
    const std::string bits = made_of(series(0, 4097, 3));
    EXPECT_EQ(bits.size(), 16U + 8192);
    EXPECT_EQ(read(listed, 16384).value(), test::words_of(16384, series(0, 4096, 3)));
    EXPECT_EQ(read(bits, 16384).value(), test::words_of(16384, series(0, 4097, 3)));
}

TEST(RoaringWriter, TakesRunsWhereTheyAreSmaller) {
    EXPECT_EQ(made_of(series(0, 65536, 1)).size(), 4U + 1 + 4 + 2 + 4);
    std::set<uint32_t> pairs;  // 2,047 runs take as much as bits less two bytes, 2,048 take more
    for (uint32_t i = 0; i < 2047; ++i) pairs.merge(series(i * 20, 3, 1));
    EXPECT_EQ(made_of(pairs).size(), 4U + 1 + 4 + 2 + 4 * 2047);
    pairs.merge(series(2047 * 20, 3, 1));
    EXPECT_EQ(made_of(pairs).size(), 16U + 8192);
}

TEST(RoaringWriter, HasOffsetsWithRunsOnlyFromFourContainersOn) {
    std::set<uint32_t> numbers = series(0, 10, 1);
    for (uint32_t containers = 2; containers <= 5; ++containers) {
        numbers.insert((containers - 1) * 65536);
        const size_t offsets = containers >= 4 ? 4 * containers : 0;
        EXPECT_EQ(made_of(numbers).size(),
                  4 + 1 + 4 * containers + offsets + 6 + 2 * (containers - 1));
        EXPECT_EQ(read(made_of(numbers), 5 * 65536).value(), test::words_of(5 * 65536, numbers));
    }
}

TEST(RoaringWriter, ReachesTheHighestNumber) {
    constexpr uint32_t kLimit = UINT32_MAX;
    Words words = test::words_for(kLimit);
    test::set(words, 0);
    test::set(words, kLimit - 1);
    const std::string text = format_set(words);
    EXPECT_EQ(text.size(), 8U + 2 * 8 + 2 * 2);
    EXPECT_EQ(set_bytes(words), text.size());
    const SetBytes from{std::as_bytes(std::span(text)), "x"};
    EXPECT_EQ(count_set(from, kLimit).value(), 2U);
    EXPECT_FALSE(count_set(from, kLimit - 1));
}

RC_GTEST_PROP(RoaringWriter, WritesWhatIsReadBack, ()) {
    const RandomNumbers made = test::random_numbers();
    const std::string text = format_set(made.words);
    RC_ASSERT(text.size() == set_bytes(made.words));
    const auto again = read(text, made.limit);
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == made.words);
}

}  // namespace
}  // namespace edge::roaring
