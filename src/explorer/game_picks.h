// Games behind a position that are worth showing, and the number of its games by month: everything
// that one walk over the lists of tree.games gives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"
#include "corpus/corpus.h"
#include "corpus/game_set.h"
#include "corpus/score.h"
#include "edge/result.h"
#include "explorer/lichess_games.h"

namespace edge::explorer {

struct PickedGame {
    uint64_t id = 0;
    Move move;  // that it played from the position
    friend bool operator==(const PickedGame&, const PickedGame&) = default;
};

struct MonthScore {
    Month month;
    corpus::Score score;
    friend bool operator==(const MonthScore&, const MonthScore&) = default;
};

struct PickOptions {
    size_t top = 0;                     // at most this many
    uint32_t least_average_rating = 0;  // of a top game; beyond 0 both ratings must be known
    size_t recent = 0;
    bool history = false;
};

struct GamePicks {
    // By the average rating and by the date, highest first; among equals the later in the corpus
    // first.
    std::vector<PickedGame> top;
    std::vector<PickedGame> recent;
    std::vector<PickedGame> only;  // of the moves played by a single game
    // From the first month that has a game to the last, without gaps.
    std::vector<MonthScore> history;
};

// Of the games of the set, as far as the tree goes. Unsupported when the corpus has no tree.games.
Result<GamePicks> pick_games(const corpus::Corpus& corpus, const Position& position,
                             const corpus::GameSet& games, const PickOptions& options);

}  // namespace edge::explorer
