// An entry of a .si4: what Scid knows of a game without opening its record. The plain values, and
// their 47 bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "codec/date.h"
#include "codec/game_result.h"
#include "codec/scid4/record_facts.h"

namespace edge::scid4 {

inline constexpr size_t kIndexEntryBytes = 47;

// Flags of a game. The first three are derived from the game, the others are set by users. On disk:
// do not change the values.
inline constexpr uint32_t kCustomStartFlag = 1u << 0;
inline constexpr uint32_t kPromotionFlag = 1u << 1;
inline constexpr uint32_t kUnderpromotionFlag = 1u << 2;
inline constexpr uint32_t kDerivedFlags = kCustomStartFlag | kPromotionFlag | kUnderpromotionFlag;
inline constexpr uint32_t kDeletedFlag = 1u << 3;
inline constexpr uint32_t kAllFlags = (1u << 22) - 1;

inline constexpr uint16_t kMaxYear = 2047;

// The rating system. On disk: do not change the values.
enum class RatingType : uint8_t { Elo, Rating, Rapid, Iccf, Uscf, Dwz, Ecf };

struct Rating {
    RatingType type = RatingType::Elo;
    uint16_t value = 0;  // 0 for none
    friend bool operator==(const Rating&, const Rating&) = default;
};
inline constexpr uint16_t kMaxRating = 4000;

inline constexpr uint16_t kMaxEco = 65500;

struct IndexEntry {
    // The record in the .sg4.
    uint32_t record_offset = 0;
    uint32_t record_length = 0;

    uint32_t flags = 0;

    // Ids of the .sn4.
    uint32_t white = 0;
    uint32_t black = 0;
    uint32_t event = 0;
    uint32_t site = 0;
    uint32_t round = 0;

    // From tags.
    GameResult result = GameResult::Unknown;
    uint16_t eco = 0;
    Date date = {};
    Date event_date = {};  // lost unless its year is within three of the date's
    Rating white_rating = {};
    Rating black_rating = {};

    // Derived from the moves. Counts are squeezed, see squeezed_count().
    uint8_t nags = 0;
    uint8_t comments = 0;
    uint8_t variations = 0;
    uint8_t stored_line = 0;
    uint32_t final_material = 0;
    uint16_t plies = 0;  // modulo 1024
    HomePawns home_pawns = {};

    friend bool operator==(const IndexEntry&, const IndexEntry&) = default;
};

// Values out of range read as unknown, as in Scid.
IndexEntry parse_index_entry(std::span<const std::byte, kIndexEntryBytes> bytes);
void store_index_entry(const IndexEntry& entry, std::span<std::byte, kIndexEntryBytes> bytes);

// How an entry stores a number of NAGs, comments or variations in four bits: exactly up to nine,
// then by steps.
uint8_t squeezed_count(size_t count);

// Whether an entry can hold both.
bool has_room_for(const Date& event_date, const Date& date);

}  // namespace edge::scid4
