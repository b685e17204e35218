// Counts the moves played from given positions, or finds the games that played them, over every ply
// of every game of a corpus, or of a range of them.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "chess/position.h"
#include "corpus/corpus.h"
#include "edge/result.h"
#include "explorer/explorer.h"

namespace edge::explorer {

// What is scanned: the games [first_game, end_game), each up to some ply.
struct ScanRange {
    uint64_t first_game = 0;
    uint64_t end_game = std::numeric_limits<uint64_t>::max();
    uint32_t plies = corpus::kMaxPlies;
};

// One entry per position, in their order, each with its moves by number. A game counts once for
// each move it plays from a position; results '*' do not count. Positions are identified by their
// hash, which must be up to date.
Result<std::vector<std::vector<corpus::MoveTally>>> scan_positions(
    const corpus::Corpus& corpus, std::span<const Position> positions,
    const ExploreOptions& options, const ScanRange& range = {});

// The games that played `move`, or any move, from the position.
Result<Bitmap> scan_games(const corpus::Corpus& corpus, const Position& position,
                          std::optional<Move> move, const ExploreOptions& options,
                          const ScanRange& range = {});

}  // namespace edge::explorer
