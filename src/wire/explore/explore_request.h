// What is asked of the explorer: positions, and over which games. explore_fields() describes it.
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

// The list of games behind an answer, a page of it.
struct GamesBehind {
    std::string move = {};  // SAN or UCI; any move when empty
    games::GameSort sort = games::GameSort::Elo;
    bool descending = true;
    uint64_t limit = 20;
    std::string cursor = {};
};

// A list that is in memory as a whole.
inline constexpr uint64_t kMostGamesBehind = 1000;

// Moves as they were written, and from where they are played.
struct WrittenLine {
    Position start = Position::start();
    std::string moves = {};  // with spaces between them
};

struct ExploreRequest {
    std::string corpus = {};                // as the surface names it; nothing here opens it
    std::vector<Position> positions = {};   // at least one, unless it is a batch
    bool is_batch = false;                  // answered by a list, also when it has one position
    bool deep = false;                      // scan every ply of every game
    bool scans = true;                      // else the answer is what the tree knows
    bool details = false;                   // ratings and years of each move
    bool continued = false;                 // how often games went on after each move
    bool board = false;                     // what a board without chess knowledge needs
    std::optional<GamesBehind> games = {};  // not of a batch
    AskedQuery asked = {};                  // only the games that match; every game when not asked

    WrittenLine line = {};  // to the position, of a request that is no batch

    // How each position was reached; only when boards are asked for.
    std::vector<PlayedLine> lines = {};
    // Names for boards, from the surface; null when it has none.
    const Openings* openings = nullptr;
};

const Fields<ExploreRequest>& explore_fields();
const Fields<GamesBehind>& games_behind_fields();

// InvalidArgument names the place as a JSON pointer. Without a position it is the start.
Result<ExploreRequest> parse_explore_request(std::string_view json);

}  // namespace edge::wire
