#include "codec/scid4/index_entry.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

#include "core/byte_order.h"

namespace edge::scid4 {
namespace {

// Where the fields begin. docs/formats/scid4.md says what their bits are.
constexpr size_t kRecordOffsetAt = 0;
constexpr size_t kRecordLengthAt = 4;
constexpr size_t kCustomFlagsAt = 6;
constexpr size_t kFlagsAt = 7;
constexpr size_t kPlayersHighAt = 9;
constexpr size_t kWhiteAt = 10;
constexpr size_t kBlackAt = 12;
constexpr size_t kEventSiteRoundHighAt = 14;
constexpr size_t kEventAt = 15;
constexpr size_t kSiteAt = 17;
constexpr size_t kRoundAt = 19;
constexpr size_t kResultAndCountsAt = 21;
constexpr size_t kEcoAt = 23;
constexpr size_t kDatesAt = 25;
constexpr size_t kWhiteRatingAt = 29;
constexpr size_t kBlackRatingAt = 31;
constexpr size_t kStoredLineAt = 33;
constexpr size_t kFinalMaterialAt = 34;
constexpr size_t kPliesAt = 37;
constexpr size_t kHomePawnCountAt = 38;
constexpr size_t kHomePawnsAt = 39;

// In the order of their numbers on disk.
constexpr std::array kResults = {GameResult::Unknown, GameResult::WhiteWins, GameResult::BlackWins,
                                 GameResult::Draw};

// The event's year is stored relative to the game's, in three bits with 4 for the same year.
constexpr int kSameYear = 4;
constexpr int kMaxYearsApart = 3;

template <size_t size>
uint32_t load(std::span<const std::byte, kIndexEntryBytes> bytes, size_t at) {
    static_assert(size <= sizeof(uint32_t));
    return static_cast<uint32_t>(load_big_endian<size>(bytes.data() + at));
}

Date unpack_date(uint32_t bits) {
    return {.year = static_cast<uint16_t>(bits >> 9 & 0x7FF),
            .month = static_cast<uint8_t>(bits >> 5 & 0xF),
            .day = static_cast<uint8_t>(bits & 0x1F)};
}

uint32_t pack_month_and_day(const Date& date) {
    return static_cast<uint32_t>(date.month) << 5 | date.day;
}

Date unpack_event_date(uint32_t bits, const Date& date) {
    const auto distance = static_cast<int>(bits >> 9);
    if (distance == 0) return {};
    Date event = unpack_date(bits & 0x1FF);
    event.year = static_cast<uint16_t>(std::max(0, date.year + distance - kSameYear));
    return event;
}

uint32_t pack_event_date(const Date& event, const Date& date) {
    if (!has_room_for(event, date)) return 0;
    const int distance = event.year - date.year + kSameYear;
    return static_cast<uint32_t>(distance) << 9 | pack_month_and_day(event);
}

Rating unpack_rating(uint32_t bits) {
    const uint32_t type = bits >> 12 & 7;
    const bool is_known = type <= static_cast<uint32_t>(RatingType::Ecf);
    return {.type = is_known ? static_cast<RatingType>(type) : RatingType::Elo,
            .value = static_cast<uint16_t>(bits & 0xFFF)};
}

uint32_t pack_rating(const Rating& rating) {
    return static_cast<uint32_t>(rating.type) << 12 | rating.value;
}

}  // namespace

IndexEntry parse_index_entry(std::span<const std::byte, kIndexEntryBytes> bytes) {
    IndexEntry entry;
    const uint32_t high = load<1>(bytes, kCustomFlagsAt);
    entry.record_offset = load<4>(bytes, kRecordOffsetAt);
    entry.record_length = load<2>(bytes, kRecordLengthAt) | (high & 0x80) << 9;
    entry.flags = load<2>(bytes, kFlagsAt) | (high & 0x3F) << 16;

    const uint32_t players = load<1>(bytes, kPlayersHighAt);
    entry.white = load<2>(bytes, kWhiteAt) | (players & 0xF0) << 12;
    entry.black = load<2>(bytes, kBlackAt) | (players & 0x0F) << 16;
    const uint32_t others = load<1>(bytes, kEventSiteRoundHighAt);
    entry.event = load<2>(bytes, kEventAt) | (others & 0xE0) << 11;
    entry.site = load<2>(bytes, kSiteAt) | (others & 0x1C) << 14;
    entry.round = load<2>(bytes, kRoundAt) | (others & 0x03) << 16;

    const uint32_t counts = load<2>(bytes, kResultAndCountsAt);
    entry.result = kResults[counts >> 12 & 3];
    entry.nags = static_cast<uint8_t>(counts >> 8 & 0xF);
    entry.comments = static_cast<uint8_t>(counts >> 4 & 0xF);
    entry.variations = static_cast<uint8_t>(counts & 0xF);

    const uint32_t eco = load<2>(bytes, kEcoAt);
    if (eco <= kMaxEco) entry.eco = static_cast<uint16_t>(eco);
    const uint32_t dates = load<4>(bytes, kDatesAt);
    entry.date = unpack_date(dates & 0xFFFFF);
    entry.event_date = unpack_event_date(dates >> 20, entry.date);
    entry.white_rating = unpack_rating(load<2>(bytes, kWhiteRatingAt));
    entry.black_rating = unpack_rating(load<2>(bytes, kBlackRatingAt));

    entry.stored_line = static_cast<uint8_t>(load<1>(bytes, kStoredLineAt));
    entry.final_material = load<3>(bytes, kFinalMaterialAt);
    const uint32_t pawns = load<1>(bytes, kHomePawnCountAt);
    entry.plies = static_cast<uint16_t>(load<1>(bytes, kPliesAt) | (pawns & 0xC0) << 2);
    entry.home_pawns.count = static_cast<uint8_t>(pawns & 0x3F);
    std::memcpy(entry.home_pawns.list.data(), bytes.data() + kHomePawnsAt,
                entry.home_pawns.list.size());
    return entry;
}

void store_index_entry(const IndexEntry& entry, std::span<std::byte, kIndexEntryBytes> bytes) {
    std::byte* const to = bytes.data();
    store_big_endian<4>(to + kRecordOffsetAt, entry.record_offset);
    store_big_endian<2>(to + kRecordLengthAt, entry.record_length & 0xFFFF);
    store_big_endian<1>(to + kCustomFlagsAt,
                        (entry.record_length >> 16 & 1) << 7 | (entry.flags >> 16 & 0x3F));
    store_big_endian<2>(to + kFlagsAt, entry.flags & 0xFFFF);

    store_big_endian<1>(to + kPlayersHighAt,
                        (entry.white >> 16 & 0xF) << 4 | (entry.black >> 16 & 0xF));
    store_big_endian<2>(to + kWhiteAt, entry.white & 0xFFFF);
    store_big_endian<2>(to + kBlackAt, entry.black & 0xFFFF);
    store_big_endian<1>(to + kEventSiteRoundHighAt, (entry.event >> 16 & 7) << 5 |
                                                        (entry.site >> 16 & 7) << 2 |
                                                        (entry.round >> 16 & 3));
    store_big_endian<2>(to + kEventAt, entry.event & 0xFFFF);
    store_big_endian<2>(to + kSiteAt, entry.site & 0xFFFF);
    store_big_endian<2>(to + kRoundAt, entry.round & 0xFFFF);

    const auto result =
        static_cast<uint32_t>(std::ranges::find(kResults, entry.result) - kResults.begin());
    store_big_endian<2>(to + kResultAndCountsAt,
                        result << 12 | static_cast<uint32_t>(entry.nags) << 8 |
                            static_cast<uint32_t>(entry.comments) << 4 | entry.variations);
    store_big_endian<2>(to + kEcoAt, entry.eco);
    const uint32_t date =
        static_cast<uint32_t>(entry.date.year) << 9 | pack_month_and_day(entry.date);
    store_big_endian<4>(to + kDatesAt, pack_event_date(entry.event_date, entry.date) << 20 | date);
    store_big_endian<2>(to + kWhiteRatingAt, pack_rating(entry.white_rating));
    store_big_endian<2>(to + kBlackRatingAt, pack_rating(entry.black_rating));

    store_big_endian<1>(to + kStoredLineAt, entry.stored_line);
    store_big_endian<3>(to + kFinalMaterialAt, entry.final_material);
    store_big_endian<1>(to + kPliesAt, entry.plies & 0xFF);
    store_big_endian<1>(to + kHomePawnCountAt,
                        (entry.plies >> 8 & 3u) << 6 | entry.home_pawns.count);
    std::memcpy(to + kHomePawnsAt, entry.home_pawns.list.data(), entry.home_pawns.list.size());
}

uint8_t squeezed_count(size_t count) {
    // The smallest count for each code from 10 on.
    constexpr std::array<size_t, 6> kSteps = {10, 13, 18, 25, 35, 45};
    if (count < kSteps.front()) return static_cast<uint8_t>(count);
    const auto passed = std::ranges::upper_bound(kSteps, count) - kSteps.begin();
    return static_cast<uint8_t>(9 + passed);
}

bool has_room_for(const Date& event_date, const Date& date) {
    return std::abs(event_date.year - date.year) <= kMaxYearsApart;
}

}  // namespace edge::scid4
