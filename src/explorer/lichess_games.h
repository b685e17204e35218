// Which games a client of the Lichess opening explorer asks about: its speeds, rating groups,
// months, modes and players. A game with an unknown value is in no class; all classes together mean
// no restriction.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "bitmap/bitmap.h"
#include "chess/types.h"
#include "corpus/corpus.h"
#include "edge/result.h"
#include "query/expr.h"
#include "query/query.h"

namespace edge::explorer {

// A group begins at each of these; a game is in one by the average of both ratings.
inline constexpr std::array<uint16_t, 9> kRatingGroups = {0,    1000, 1200, 1400, 1600,
                                                          1800, 2000, 2200, 2500};
// The number of the group, from 0.
unsigned rating_group_of(uint32_t rating);

// Top games come from the groups from 2000 on: from the highest down, as far as they are asked for
// without a gap. The least average rating of a top game; nothing when there are none.
std::optional<uint32_t> least_top_rating(uint16_t rating_groups);

enum class GameMode : uint8_t { Rated, Casual, Unknown };
// As in the beginning of the Event tag of a game from lichess.org.
GameMode game_mode_of(std::string_view event);

struct Month {
    uint16_t year = 0;
    uint8_t month = 0;  // as a bound, 0 is the whole year
    friend auto operator<=>(const Month&, const Month&) = default;
};

struct LichessFilter {
    static constexpr uint8_t kAllSpeeds = (1U << static_cast<unsigned>(query::Speed::Unknown)) - 1;
    static constexpr uint16_t kAllRatings = (1U << kRatingGroups.size()) - 1;
    static constexpr uint8_t kAllModes = (1U << static_cast<unsigned>(GameMode::Unknown)) - 1;

    uint8_t speeds = kAllSpeeds;           // 1 << query::Speed
    uint16_t rating_groups = kAllRatings;  // 1 << the group's number
    uint8_t modes = kAllModes;             // 1 << GameMode
    std::optional<Month> since = {};       // both bounds are within
    std::optional<Month> until = {};
    struct Player {
        std::string name;  // the whole name, in any case
        Color color;
        friend bool operator==(const Player&, const Player&) = default;
    };
    std::optional<Player> player = {};

    bool is_everything() const { return *this == LichessFilter(); }
    friend bool operator==(const LichessFilter&, const LichessFilter&) = default;
};

// Equal texts for filters that choose the same games of every corpus.
std::string text_of(const LichessFilter& filter);

// Reads the headers of all games, and the tags of the remaining ones when modes are asked for.
// Calls the progress of `options` from time to time, on this thread.
Result<Bitmap> find_games(const corpus::Corpus& corpus, const LichessFilter& filter,
                          const query::RunOptions& options = {});

}  // namespace edge::explorer
