// Which games of a source a conversion keeps: all, those whose headers match a query, or those
// whose numbers are in a set that a query over a corpus found.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "codec/game.h"
#include "query/headers/header_test.h"

namespace edge::formats {

// Whether the headers of a whole game match the query.
bool accepts(const query::GameFilter& filter, const Game& game);

// Safe to use from many threads.
class WantedGames {
public:
    static WantedGames all() { return {}; }
    static WantedGames by_header(query::GameFilter filter);
    // By the number of the game among those that the sources hand out, from 0.
    static WantedGames by_number(std::vector<bool> numbers);

    bool is_all() const { return !filter_ && !numbers_; }
    // Null when games are not chosen by number.
    const query::GameFilter* filter() const { return filter_ ? &*filter_ : nullptr; }
    const std::vector<bool>* numbers() const { return numbers_ ? &*numbers_ : nullptr; }

    // Whether it is among the numbers(), or games are not chosen by number.
    bool wants_number(uint64_t number) const {
        return !numbers_ || (number < numbers_->size() && (*numbers_)[number]);
    }
    // `number` is used only where there are numbers().
    bool wants(const Game& game, uint64_t number) const;

private:
    std::optional<query::GameFilter> filter_;
    std::optional<std::vector<bool>> numbers_;
};

}  // namespace edge::formats
