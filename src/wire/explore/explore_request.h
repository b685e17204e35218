// A question to the explorer: which positions, and over which games. explore_fields() describes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/openings.h"
#include "chess/position.h"
#include "chess/position_text.h"
#include "edge/result.h"
#include "games/game_selection.h"
#include "wire/json/asked_query.h"
#include "wire/json/request_table.h"

namespace edge::wire {

// A page of the list of games behind an answer.
struct GamesBehind {
    std::string move = {};  // SAN or UCI; any move when empty
    games::GameSort sort = games::GameSort::Elo;
    bool descending = true;
    uint64_t limit = 20;
    std::string cursor = {};
};

// The whole page is held in memory.
inline constexpr uint64_t kMostGamesBehind = 1000;

// Moves as written, and the position that they are played from.
struct WrittenLine {
    Position start = Position::start();
    std::string moves = {};  // separated by spaces
};

struct ExploreRequest {
    std::string corpus = {};                // as the surface names it; not opened here
    std::vector<Position> positions = {};   // at least one, unless it is a batch
    bool is_batch = false;                  // answered by a list, even for one position
    bool deep = false;                      // scan every ply of every game
    bool scans = true;                      // if false, the answer is what the tree knows
    bool details = false;                   // ratings and years of each move
    bool continued = false;                 // how often games went on after each move
    bool board = false;                     // what a board without chess knowledge needs
    std::optional<GamesBehind> games = {};  // not of a batch
    AskedQuery asked = {};                  // only the games that match; every game without a query

    WrittenLine line = {};  // to the position, unless it is a batch

    // How each position was reached; only when boards are requested.
    std::vector<PlayedLine> lines = {};
    // Names for boards, from the surface; null when it has none.
    const Openings* openings = nullptr;
};

const Fields<ExploreRequest>& explore_fields();
const Fields<GamesBehind>& games_behind_fields();

// InvalidArgument names the place as a JSON pointer. The position is the start by default.
Result<ExploreRequest> parse_explore_request(std::string_view json);

}  // namespace edge::wire
