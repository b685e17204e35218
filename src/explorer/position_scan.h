// Counts the moves played from given positions, or finds the games that played them, over every ply
// of every game of a corpus.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "chess/position.h"
#include "corpus/corpus.h"
#include "edge/result.h"
#include "explorer/explorer.h"

namespace edge::explorer {

// One entry per position, in their order, each with its moves by number. A game counts once for
// each move it plays from a position; results '*' do not count. Positions are identified by their
// hash, which must be up to date.
Result<std::vector<std::vector<corpus::MoveTally>>> scan_positions(
    const corpus::Corpus& corpus, std::span<const Position> positions,
    const ExploreOptions& options);

// The games that played `move`, or any move, from the position.
Result<Bitmap> scan_games(const corpus::Corpus& corpus, const Position& position,
                          std::optional<Move> move, const ExploreOptions& options);

}  // namespace edge::explorer
