// Runs a LichessRequest: the values of its answer. wire/lichess/lichess_json.h turns them into
// JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "chess/openings.h"
#include "corpus/corpus.h"
#include "corpus/game_set.h"
#include "edge/result.h"
#include "explorer/explorer.h"
#include "explorer/game_picks.h"
#include "wire/lichess/lichess_game.h"
#include "wire/lichess/lichess_request.h"

namespace edge::wire {

// Moves are written as in Chess960, castling as the king taking its rook.
struct LichessMove {
    std::string uci;
    std::string san;
    corpus::Score score;
    corpus::Details details;
    std::optional<LichessGame> game;  // when it is the only one
    std::optional<Opening> opening;   // of the position after the move
};

struct ShownGame {
    std::string uci;  // the move that was played from the position
    LichessGame game;
};

struct LichessAnswer {
    LichessDatabase database = LichessDatabase::Lichess;
    corpus::Score score;
    std::vector<LichessMove> moves;
    std::vector<ShownGame> top_games;
    std::vector<ShownGame> recent_games;
    std::optional<Opening> opening;
    std::optional<std::vector<explorer::MonthScore>> history;
};

// `games` are those of the request's filter. Null is all games; then moves are counted, but have no
// details and no games, which need tree.games. Answers only as deep as the tree goes. Unsupported
// when the corpus has no tree, or has no tree.games and the request has a filter.
Result<LichessAnswer> run_lichess_request(const corpus::Corpus& corpus,
                                          const LichessRequest& request,
                                          const corpus::GameSet* games, const Openings& openings);

}  // namespace edge::wire
