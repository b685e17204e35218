// Which games of the input are kept, of those that could be: the games that a question about
// headers accepts, a random sample, or only the first ones.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "query/headers/header_test.h"

namespace edge::indexing {

struct GameChoice {
    std::optional<query::GameFilter> where;
    std::optional<double> sample;  // the chance of each game to be in it, 0 to 1
    uint64_t seed = 0;             // of the sample
    uint64_t max_games = UINT64_MAX;
};

// Decided by the seed and where the game begins in the input, so that it depends neither on threads
// nor on the games before it.
bool is_in_sample(const GameChoice& choice, uint64_t pgn_offset);

// Why a game was left out.
enum class LeftOut : uint8_t { Where, Sample, MaxGames };
inline constexpr size_t kLeftOutReasons = 3;
using LeftOutCounts = std::array<uint64_t, kLeftOutReasons>;

// Used in reports and JSON: do not change.
constexpr std::string_view reason_name(LeftOut reason) {
    constexpr std::array<std::string_view, kLeftOutReasons> kNames = {"where", "sample",
                                                                      "max_games"};
    return kNames[static_cast<size_t>(reason)];
}

}  // namespace edge::indexing
