// Counts the moves played from given positions over every ply of every game of a corpus.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "chess/position.h"
#include "corpus/corpus.h"
#include "edge/result.h"
#include "explorer/explorer.h"

namespace edge::explorer {

struct MoveScore {
    uint16_t move;  // an SMove16
    Score score;
};

// One entry per position, in their order, each with its moves by number. A game counts once for
// each move it plays from a position; results '*' do not count. Positions are told by their hash,
// which must be up to date.
Result<std::vector<std::vector<MoveScore>>> scan_positions(const corpus::Corpus& corpus,
                                                           std::span<const Position> positions,
                                                           unsigned threads);

}  // namespace edge::explorer
