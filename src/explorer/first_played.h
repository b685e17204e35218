// Which game played a move first, as far as dates show. Dates may lack day or month; a date that is
// not certainly later counts as earlier.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "corpus/format.h"

namespace edge::explorer {

// Ascends with the date; an unknown part sorts before all known ones. 0: no date at all.
constexpr uint32_t date_order(corpus::Date date) {
    const unsigned month = date.year == 0 ? 0 : date.month;
    const unsigned day = month == 0 ? 0 : date.day;
    return uint32_t{date.year} << 9 | month << 5 | day;
}

// Games may be added in any order; merging means adding all of them.
class FirstPlayed {
public:
    struct PlayedGame {
        uint32_t date = std::numeric_limits<uint32_t>::max();  // a date_order
        uint64_t id = 0;
        uint32_t ply = 0;
        bool is_reported = false;  // it passed the filters, and left the repertoire by this move
    };

    void add(const PlayedGame& game) {
        if (game.date == 0) {
            undated_ = true;
        } else if (game.date < first_.date) {
            second_date_ = first_.date;
            first_ = game;
        } else if (game.date > first_.date) {
            second_date_ = std::min(second_date_, game.date);
        } else if (game.id < first_.id || (game.id == first_.id && game.is_reported)) {
            first_ = game;
        }
    }
    void add(const FirstPlayed& other) {
        undated_ |= other.undated_;
        if (other.first_.date == kNever) return;
        add(other.first_);
        second_date_ = std::min(second_date_, other.second_date_);
    }

    // Null when there is none, or another game may have been earlier.
    const PlayedGame* novelty() const {
        const bool is_certain = !undated_ && !is_within(second_date_, first_.date);
        return first_.is_reported && is_certain ? &first_ : nullptr;
    }

private:
    static constexpr uint32_t kNever = std::numeric_limits<uint32_t>::max();

    // Whether `date` is a day in `period`, which is only a year or a month.
    static constexpr bool is_within(uint32_t date, uint32_t period) {
        if ((period & 0x1FF) == 0) return date >> 9 == period >> 9;
        return (period & 0x1F) == 0 && date >> 5 == period >> 5;
    }

    PlayedGame first_;               // by date, then by id
    uint32_t second_date_ = kNever;  // the earliest after the first's
    bool undated_ = false;
};

}  // namespace edge::explorer
