#include "codec/scid4/index_entry.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <vector>

namespace edge::scid4 {
namespace {

using Bytes = std::array<std::byte, kIndexEntryBytes>;

Bytes stored(const IndexEntry& entry) {
    Bytes bytes;
    store_index_entry(entry, bytes);
    return bytes;
}

template <class... Values>
Bytes bytes_of(Values... values) {
    return {static_cast<std::byte>(values)...};
}

// The entry of a known game.
IndexEntry example() {
    IndexEntry entry;
    entry.record_length = 28;
    entry.black = 1;
    entry.result = GameResult::WhiteWins;
    entry.nags = entry.comments = entry.variations = 1;
    entry.eco = 28821;
    entry.date = {.year = 2020, .month = 3, .day = 15};
    entry.event_date = {.year = 2020, .month = 3, .day = 1};
    entry.white_rating = {.type = RatingType::Elo, .value = 2000};
    entry.stored_line = 184;
    entry.final_material = 0x6A86A7;
    entry.plies = 7;
    entry.home_pawns = {.count = 3, .list = {0xB3, 0x20}};
    return entry;
}

TEST(Scid4IndexEntry, HasTheBytesOfAKnownGame) {
    const Bytes bytes = bytes_of(0, 0, 0, 0, 0x00, 0x1C, 0, 0, 0,           // the record, flags
                                 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0,        // names
                                 0x11, 0x11, 0x70, 0x95,                    // result, counts, ECO
                                 0x86, 0x1F, 0xC8, 0x6F, 0x07, 0xD0, 0, 0,  // dates, ratings
                                 0xB8, 0x6A, 0x86, 0xA7, 7, 3,              // line, material, plies
                                 0xB3, 0x20, 0, 0, 0, 0, 0, 0);             // home pawns
    EXPECT_EQ(stored(example()), bytes);
    EXPECT_EQ(parse_index_entry(bytes), example());
}

TEST(Scid4IndexEntry, UsesEveryBitOfTheLargestValues) {
    IndexEntry entry = example();
    entry.record_offset = UINT32_MAX;
    entry.record_length = 131071;
    entry.flags = kAllFlags;
    entry.white = entry.black = (1u << 20) - 1;
    entry.event = entry.site = (1u << 19) - 1;
    entry.round = (1u << 18) - 1;
    entry.plies = 1023;
    EXPECT_EQ(parse_index_entry(stored(entry)), entry);
}

RC_GTEST_PROP(Scid4IndexEntry, BytesThatWereWrittenAreReadBack, ()) {
    IndexEntry entry;
    const auto below = [](uint32_t end) { return *rc::gen::inRange<uint32_t>(0, end); };
    entry.record_offset = *rc::gen::arbitrary<uint32_t>();
    entry.record_length = below(131072);
    entry.flags = below(kAllFlags + 1);
    entry.white = below(1u << 20);
    entry.black = below(1u << 20);
    entry.event = below(1u << 19);
    entry.site = below(1u << 19);
    entry.round = below(1u << 18);
    entry.result = static_cast<GameResult>(below(4));
    entry.eco = static_cast<uint16_t>(below(kMaxEco + 1u));
    entry.date = {.year = static_cast<uint16_t>(4 + below(2040)),
                  .month = static_cast<uint8_t>(below(16)),
                  .day = static_cast<uint8_t>(below(32))};
    entry.event_date = {.year = static_cast<uint16_t>(entry.date.year - 3 + below(7)),
                        .month = static_cast<uint8_t>(below(16)),
                        .day = static_cast<uint8_t>(below(32))};
    entry.white_rating = {.type = static_cast<RatingType>(below(7)),
                          .value = static_cast<uint16_t>(below(4096))};
    entry.nags = static_cast<uint8_t>(below(16));
    entry.comments = static_cast<uint8_t>(below(16));
    entry.variations = static_cast<uint8_t>(below(16));
    entry.stored_line = static_cast<uint8_t>(below(255));
    entry.final_material = below(1u << 24);
    entry.plies = static_cast<uint16_t>(below(1024));
    entry.home_pawns.count = static_cast<uint8_t>(below(17));
    for (uint8_t& pawns : entry.home_pawns.list) pawns = static_cast<uint8_t>(below(256));
    RC_ASSERT(parse_index_entry(stored(entry)) == entry);
}

TEST(Scid4IndexEntry, AnEventDateFarFromTheGameHasNoRoom) {
    IndexEntry entry = example();
    for (const int year : {2017, 2020, 2023}) {
        entry.event_date.year = static_cast<uint16_t>(year);
        EXPECT_EQ(parse_index_entry(stored(entry)).event_date, entry.event_date) << year;
    }
    for (const int year : {0, 2016, 2024}) {
        entry.event_date.year = static_cast<uint16_t>(year);
        EXPECT_EQ(parse_index_entry(stored(entry)).event_date, Date{}) << year;
    }
}

TEST(Scid4IndexEntry, ValuesOutOfRangeReadAsUnknown) {
    Bytes bytes = stored(example());
    bytes[23] = bytes[24] = std::byte{0xFF};  // ECO above E99z4
    bytes[29] = std::byte{0x77};              // a rating of type 7
    bytes[21] = std::byte{0xF1};              // a result above 3
    const IndexEntry entry = parse_index_entry(bytes);
    EXPECT_EQ(entry.eco, 0);
    EXPECT_EQ(entry.white_rating, (Rating{.type = RatingType::Elo, .value = 0x7D0}));
    EXPECT_EQ(entry.result, GameResult::Draw);
}

TEST(Scid4IndexEntry, CountsAreSqueezedIntoFourBits) {
    const std::vector<std::pair<size_t, int>> counts = {
        {0, 0},   {9, 9},   {10, 10}, {12, 10}, {13, 11}, {17, 11}, {18, 12},
        {24, 12}, {25, 13}, {34, 13}, {35, 14}, {44, 14}, {45, 15}, {100000, 15}};
    for (const auto& [count, code] : counts) EXPECT_EQ(squeezed_count(count), code) << count;
}

}  // namespace
}  // namespace edge::scid4
