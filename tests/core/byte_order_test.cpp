#include "core/byte_order.h"

#include <gtest/gtest.h>

#include <array>

namespace edge {
namespace {

constexpr std::array kBytes = {std::byte{0x01}, std::byte{0x02}, std::byte{0xF3}, std::byte{0x04},
                               std::byte{0x05}, std::byte{0x06}, std::byte{0x07}, std::byte{0x08}};

TEST(ByteOrder, LoadsTheLeastSignificantByteFirst) {
    EXPECT_EQ(load<uint8_t>(kBytes.data()), 0x01);
    EXPECT_EQ(load<uint16_t>(kBytes.data()), 0x0201);
    EXPECT_EQ(load<uint32_t>(kBytes.data() + 1), 0x0504F302U);
    EXPECT_EQ(load<int16_t>(kBytes.data() + 1), static_cast<int16_t>(0xF302));
}

TEST(ByteOrder, BigEndianHasTheMostSignificantFirst) {
    static_assert(load_big_endian<1>(kBytes.data()) == 0x01);
    static_assert(load_big_endian<3>(kBytes.data()) == 0x0102F3);
    static_assert(load_big_endian<8>(kBytes.data()) == 0x0102F30405060708);
}

TEST(ByteOrder, StoresWhatItLoads) {
    std::array<std::byte, 8> bytes = {};
    store<uint32_t>(bytes.data() + 1, 0x0504F302);
    EXPECT_EQ(load<uint32_t>(bytes.data() + 1), 0x0504F302U);
    EXPECT_EQ(bytes[0], std::byte{0});
    EXPECT_EQ(bytes[5], std::byte{0});
    store_big_endian<8>(bytes.data(), 0x0102F30405060708);
    EXPECT_EQ(bytes, kBytes);
}

// Bits that do not fit the field are the caller's responsibility.
TEST(ByteOrder, BigEndianWritesNoMoreBytesThanAsked) {
    std::array<std::byte, 4> bytes = {};
    store_big_endian<2>(bytes.data() + 1, 0xABCDEF);
    EXPECT_EQ(bytes, (std::array{std::byte{0}, std::byte{0xCD}, std::byte{0xEF}, std::byte{0}}));
}

}  // namespace
}  // namespace edge
