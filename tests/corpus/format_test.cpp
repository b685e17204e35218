#include "corpus/format.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace edge::corpus {
namespace {

TEST(Format, HeaderBytesAreWhereTheTableSays) {
    GameHeader header;
    header.pgn_offset = 0x0102030405060708;
    header.plies = 0x0A0B0C;
    header.result = GameResult::BlackWins;
    header.termination = Termination::Other;
    header.time_control = {8191, 63, true};
    header.white_elo = 2800;
    header.black_elo = 8191;
    header.eco = 499;
    header.date = {2026, 5, 24};
    header.white_name = 7;
    std::byte bytes[kHeaderBytes];
    encode_header(header, bytes);
    EXPECT_EQ(load<uint64_t>(bytes), 0x0102030405060708U);
    EXPECT_EQ(load<uint32_t>(bytes + 8), 0x0A0B0CU);
    EXPECT_EQ(load<uint32_t>(bytes + 12), 3U | 7U << 3 | 8191U << 6 | 63U << 19 | 1U << 25);
    EXPECT_EQ(load<uint16_t>(bytes + 16), 2800U);
    EXPECT_EQ(load<uint16_t>(bytes + 18), 8191U);
    EXPECT_EQ(load<uint16_t>(bytes + 20), 499U);
    EXPECT_EQ(load<uint16_t>(bytes + 22), 0U);
    EXPECT_EQ(load<uint32_t>(bytes + 24), 2026U | 5U << 12 | 24U << 16);
    EXPECT_EQ(load<uint32_t>(bytes + 28), 7U);
    EXPECT_EQ(load<uint32_t>(bytes + 32), 0xFFFFFFFFU);
}

TEST(Format, DecodingAnyBytesGivesValuesInRange) {
    EXPECT_TRUE(rc::check([](const std::array<uint8_t, kHeaderBytes>& raw) {
        const GameHeader header = decode_header(reinterpret_cast<const std::byte*>(raw.data()));
        RC_ASSERT(header.plies <= kMaxPlies);
        RC_ASSERT(static_cast<unsigned>(header.result) <= 3U);
        RC_ASSERT(header.eco < 500 || header.eco == kUnknownEco);
        RC_ASSERT(header.white_elo <= kMaxElo);
    }));
}

TEST(Format, EdgesComeBackAndPadWithZero) {
    EXPECT_TRUE(rc::check([](uint64_t hash, uint32_t move, uint32_t w, uint32_t d, uint32_t b) {
        const Edge edge{hash, move, w + d + b, w, d, b};
        std::byte bytes[kEdgeBytes];
        std::fill(std::begin(bytes), std::end(bytes), std::byte{0xFF});
        encode_edge(edge, bytes);
        RC_ASSERT(decode_edge(bytes) == edge);
        RC_ASSERT(load<uint32_t>(bytes + 28) == 0U);
    }));
}

}  // namespace
}  // namespace edge::corpus
