// A stored game in the model of the converters: tags, main line and result.
#pragma once

#include "codec/game.h"
#include "corpus/corpus.h"
#include "edge/result.h"
#include "games/stored_game.h"

namespace edge::games {

// Corrupt when a move is not legal. The node of ply n is number n.
Result<Game> whole_game(const corpus::Corpus& corpus, const StoredGame& stored);

}  // namespace edge::games
