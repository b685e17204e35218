// The JSON of a stored game, one line.
#pragma once

#include <string>

#include "corpus/corpus.h"
#include "edge/result.h"
#include "ingest/stored_game.h"

namespace edge::wire {

// {"game_id", "lichess_id" (null when there is none), "tags": {...}, "result", "plies",
// "pgn_offset", "moves": [SAN, ...]}
Result<std::string> game_json(const corpus::Corpus& corpus, const ingest::StoredGame& game);

}  // namespace edge::wire
