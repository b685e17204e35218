// A question in the terms of the Lichess opening explorer. docs/lichess_contract.md says what its
// parts mean to a client.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "chess/position.h"
#include "explorer/lichess_games.h"

namespace edge::wire {

// The three collections that the explorer has; they differ in what can be asked and what is
// answered.
enum class LichessDatabase : uint8_t { Masters, Lichess, Player };

struct LichessRequest {
    LichessDatabase database = LichessDatabase::Lichess;
    bool is_standard = true;  // if false, a variant, of which a corpus holds no games
    std::vector<Position> line = {
        Position::start()};  // the start, and the position after each move
    explorer::LichessFilter filter = {};

    // At most this many of each:
    size_t moves = 12;
    size_t top_games = 0;
    size_t recent_games = 0;

    bool history = false;

    const Position& position() const { return line.back(); }
};

}  // namespace edge::wire
