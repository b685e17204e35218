// Every matching position, one by one and in order, so that a stream needs no memory for it.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "corpus/corpus.h"
#include "edge/result.h"
#include "query/query.h"

namespace edge::query {

struct PositionListOptions {
    // List each position (board, side to move, castling rights and legal en passant) only once,
    // where it comes first. Takes about 100 bytes of memory for each position listed.
    bool unique = false;
    uint64_t limit = UINT64_MAX;
    bool want_fen = false;
    PositionChoice choice = {};
};

struct ListedPosition {
    uint64_t game_id = 0;
    corpus::GamePlace place{};
    uint32_t ply = 0;
    std::string_view fen;  // six fields; empty unless wanted. Valid during the call.
};

struct PositionListTotals {
    uint64_t matched = 0;  // before unique and limit
    uint64_t listed = 0;
};

// Takes one position; false ends the list early, and the totals then stop there.
using PositionSink = std::function<bool(const ListedPosition&)>;

// In the order of games and plies, whatever the number of threads. Positions beyond the limit are
// only counted. Corrupt when a stored move cannot be played and the boards after it are needed.
// `matching` may be null.
Result<PositionListTotals> list_positions(const Query& query, const PositionListOptions& options,
                                          const RunOptions& run, const PositionSink& sink,
                                          MatchingGames* matching = nullptr);

}  // namespace edge::query
