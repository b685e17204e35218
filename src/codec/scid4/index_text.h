// Converts the values of an index entry to and from the text of PGN tags.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "codec/scid4/index_entry.h"

namespace edge::scid4 {

// The value read from a text. It is exact when nothing in the text is lost.
template <class T>
struct Reading {
    T value = {};
    bool is_exact = true;
};

// "1980.12.??", as date_text writes it. Also read: '-' and '/' between the parts, one digit for a
// month or a day, parts missing at the end.
Reading<Date> read_date(std::string_view text);

// "B22", "B22a", "B22a1": the codes that Scid divides further. Also read: small first letters,
// missing digits as zeros. Empty for 0.
std::string eco_text(uint16_t eco);
Reading<uint16_t> read_eco(std::string_view text);

// The digits that a text begins with, up to kMaxRating.
Reading<uint16_t> read_rating(std::string_view text);

// What follows White and Black in the name of a tag: "Elo", "ICCF".
std::string_view rating_type_text(RatingType type);
std::optional<RatingType> read_rating_type(std::string_view text);

// One letter per flag, as in the tag ScidFlags: "DWB1". Flags derived from the game have none, and
// unknown letters are skipped.
std::string flags_text(uint32_t flags);
uint32_t read_flags(std::string_view text);

}  // namespace edge::scid4
