// Every matching position, one by one and in order, so that a stream needs no memory for it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "chess/position.h"
#include "codec/move_score.h"
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
    bool want_epd = false;
    PositionChoice choice = {};
};

struct ListedPosition {
    uint64_t game_id = 0;
    corpus::GamePlace place{};
    uint32_t ply = 0;
    // Empty unless wanted, valid during the call.
    std::string_view fen;       // six fields
    std::string_view epd = {};  // with the game, the ply and the result, see position_epd
};

struct PositionListTotals {
    uint64_t matched = 0;  // before unique and limit
    uint64_t listed = 0;
};

// A line of EPD without its end, as section 16.2 of the PGN standard has it: the four fields of the
// board, then `c0`, a comment, with the result of the game, and `id` with the game and the ply.
// Between them, when White's score is given, `ce` has that of the side to move in the units of the
// standard: centipawns, or a mate in n plies as +-(32767 - n).
//
//     8/8/8/8/8/8/8/K1k5 w - - c0 "1-0"; id "17:42";
//     8/8/8/8/8/8/8/K1k5 w - - c0 "1-0"; ce 31; id "17:42";
std::string position_epd(const Position& position, uint64_t game_id, uint32_t ply,
                         corpus::GameResult result, std::optional<Score> score = std::nullopt);

// Takes one position; false ends the list early, and the totals then stop there.
using PositionSink = std::function<bool(const ListedPosition&)>;

// In the order of games and plies, whatever the number of threads. Positions beyond the limit are
// only counted. Corrupt when a stored move cannot be played and the boards after it are needed.
// `matching` may be null.
Result<PositionListTotals> list_positions(const Query& query, const PositionListOptions& options,
                                          const RunOptions& run, const PositionSink& sink,
                                          MatchingGames* matching = nullptr);

}  // namespace edge::query
