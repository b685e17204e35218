// The JSON of a LichessAnswer, as clients of the Lichess opening explorer read it: fields, their
// order, and which are left out or null. docs/lichess_contract.md has the list.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "wire/lichess/lichess_answer.h"

namespace edge::wire {

// One object on one line.
std::string lichess_json(const LichessAnswer& answer);

// The names of the classes in requests and answers, by their number.
inline constexpr std::array<std::string_view, 6> kLichessSpeeds = {
    "ultraBullet", "bullet", "blitz", "rapid", "classical", "correspondence"};
inline constexpr std::array<std::string_view, 2> kLichessModes = {"rated", "casual"};

}  // namespace edge::wire
