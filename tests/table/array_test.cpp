#include "table/array.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace edge::table {
namespace {

// "1" for each value that is there, "." for each that is missing.
std::string validity_of(const ArrowArray& array) {
    const auto* const bits = static_cast<const uint8_t*>(array.buffers[0]);
    std::string text;
    for (int64_t row = 0; row < array.length; ++row) {
        text += bits == nullptr || (bits[row / 8] >> row % 8 & 1) != 0 ? '1' : '.';
    }
    return text;
}

TEST(Array, MissingNumbersAreZeros) {
    ArrayBuilder builder(Type::Int16);
    builder.add(int16_t{7});
    builder.add_nulls(9);
    builder.add_null();
    builder.add(int16_t{8});
    builder.add_null();
    const OwnedArray array = builder.finish().value();
    EXPECT_EQ(array.get().null_count, 11);
    EXPECT_EQ(validity_of(array.get()), "1..........1.");
    const auto* const values = static_cast<const int16_t*>(array.get().buffers[1]);
    EXPECT_EQ(std::vector<int16_t>(values, values + array.get().length),
              (std::vector<int16_t>{7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0}));
}

TEST(Array, MissingTextsAreEmpty) {
    ArrayBuilder builder(Type::Text);
    builder.add_nulls(2);
    builder.add_text("ab");
    builder.add_nulls(3);
    builder.add_text("c");
    const OwnedArray array = builder.finish().value();
    EXPECT_EQ(validity_of(array.get()), "..1...1");
    const auto* const offsets = static_cast<const int32_t*>(array.get().buffers[1]);
    EXPECT_EQ(std::vector<int32_t>(offsets, offsets + array.get().length + 1),
              (std::vector<int32_t>{0, 0, 0, 2, 2, 2, 2, 3}));
}

TEST(Array, MissingFlagsAreFalse) {
    ArrayBuilder builder(Type::Bool);
    for (int i = 0; i < 6; ++i) builder.add_flag(true);
    builder.add_nulls(4);
    builder.add_flag(true);
    const OwnedArray array = builder.finish().value();
    EXPECT_EQ(validity_of(array.get()), "111111....1");
    const auto* const bits = static_cast<const uint8_t*>(array.get().buffers[1]);
    EXPECT_EQ(bits[0], 0b0011'1111);
    EXPECT_EQ(bits[1], 0b0000'0100);
}

TEST(Array, HasNoBitsWhereNothingIsMissing) {
    ArrayBuilder builder(Type::Int16);
    builder.add(int16_t{1});
    builder.add_nulls(0);
    const OwnedArray array = builder.finish().value();
    EXPECT_EQ(array.get().null_count, 0);
    EXPECT_EQ(array.get().buffers[0], nullptr);
}

}  // namespace
}  // namespace edge::table
