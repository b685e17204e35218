// What the positions of a conversion are like, for its closing report: how many have which result,
// score and number of pieces, and why others were left out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "codec/game_result.h"
#include "codec/move_score.h"

namespace edge::convert {

// Why a position was left out: the first reason that applies, in this order. The names are used in
// JSON: do not change them.
enum class LeftOutPosition : uint8_t { Plies, NoScore, Condition, Sample, Repeated };
inline constexpr size_t kLeftOutPositionReasons = 5;
constexpr std::string_view reason_name(LeftOutPosition reason) {
    constexpr std::array<std::string_view, kLeftOutPositionReasons> kNames = {
        "plies", "no_score", "condition", "sample", "repeated"};
    return kNames[static_cast<size_t>(reason)];
}

// Each band of scores begins here, in centipawns for either side, and ends where the next begins.
inline constexpr std::array<int, 7> kScoreBands = {0, 50, 100, 200, 400, 800, 1600};
inline constexpr size_t kMostPieces = 32;

struct PositionFacts {
    std::optional<Score> score;
    GameResult result = GameResult::Unknown;
    uint8_t pieces = 0;  // kings included
};

struct TrainingTable {
    uint64_t written = 0;
    std::array<uint64_t, kLeftOutPositionReasons> left_out{};
    // Of those written:
    std::array<uint64_t, 4> results{};  // by GameResult
    std::array<uint64_t, kScoreBands.size()> scores{};
    uint64_t mates = 0;
    uint64_t unscored = 0;
    std::array<uint64_t, kMostPieces + 1> pieces{};
    uint64_t spilled_bytes = 0;

    void count(const PositionFacts& facts);
    void leave_out(LeftOutPosition reason, uint64_t positions = 1) {
        left_out[static_cast<size_t>(reason)] += positions;
    }
    uint64_t considered() const;  // written and left out
    TrainingTable& operator+=(const TrainingTable& other);
    friend bool operator==(const TrainingTable&, const TrainingTable&) = default;
};

}  // namespace edge::convert
