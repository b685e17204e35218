// Header fields from the text of tags, by the rules of docs/formats/scoredb.md. Text that cannot be
// understood gives the unknown value; nothing here fails.
#pragma once

#include <cstdint>
#include <string_view>

#include "corpus/format.h"

namespace edge::formats {

corpus::Date parse_date(std::string_view text);                 // 1998.11.10, 1998-11, ????.??.??
corpus::TimeControl parse_time_control(std::string_view text);  // 600+5, 40/7200:3600, -, ?
corpus::Termination parse_termination(std::string_view text);   // Time forfeit, Hero won on time
uint16_t parse_eco(std::string_view text);                      // B22, b22a
uint16_t parse_elo(std::string_view text);                      // 2500, 2500p

// Standard chess: Standard, normal, chess, in any case.
bool is_standard_variant(std::string_view text);
bool is_from_position_variant(std::string_view text);

}  // namespace edge::formats
