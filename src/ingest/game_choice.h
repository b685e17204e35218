// Which games of the input a run keeps, of those that it can keep: the games a question about
// headers accepts, a random sample, or the first so many.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "query/header_test.h"

namespace edge::ingest {

struct GameChoice {
    std::optional<query::GameFilter> where;
    std::optional<double> sample;  // the chance of each game to be in it, 0 to 1
    uint64_t seed = 0;             // of the sample
    uint64_t max_games = UINT64_MAX;
};

// Decided by the seed and where the game begins in the input, so that neither threads nor the games
// before it matter.
bool is_in_sample(const GameChoice& choice, uint64_t pgn_offset);

// Why a game was left out.
enum class LeftOut : uint8_t { Where, Sample, MaxGames };
inline constexpr size_t kLeftOutReasons = 3;
using LeftOutCounts = std::array<uint64_t, kLeftOutReasons>;

// As in reports and JSON; do not change casually.
constexpr std::string_view reason_name(LeftOut reason) {
    constexpr std::array<std::string_view, kLeftOutReasons> kNames = {"where", "sample",
                                                                      "max_games"};
    return kNames[static_cast<size_t>(reason)];
}

}  // namespace edge::ingest
