// What is asked of the explorer: positions, and over which games.
// docs/schema/explore_request.schema.json defines the JSON form.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/position.h"
#include "edge/result.h"
#include "explorer/openings.h"
#include "explorer/position_text.h"
#include "ingest/game_selection.h"
#include "wire/asked_query.h"

namespace edge::wire {

// The list of games behind an answer, a page of it.
struct GamesBehind {
    std::string move = {};  // SAN or UCI; any move when empty
    ingest::GameSort sort = ingest::GameSort::Elo;
    bool descending = true;
    uint64_t limit = 20;
    std::string cursor = {};
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

    // How each position was reached; only when boards are asked for.
    std::vector<explorer::PlayedLine> lines = {};
    // Names for boards, from the surface; null when it has none.
    const explorer::Openings* openings = nullptr;
};

// InvalidArgument names the place as a JSON pointer. Without a position it is the start.
Result<ExploreRequest> parse_explore_request(std::string_view json);

}  // namespace edge::wire
