// What is played from a position and how it scores: from the corpus's tree, or by a scan of its
// games where the tree does not reach; over all games, or any set of them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bitmap/bitmap.h"
#include "chess/move.h"
#include "chess/position.h"
#include "corpus/corpus.h"
#include "corpus/score.h"
#include "edge/result.h"

namespace edge::corpus {
class GameSet;
}

namespace edge::explorer {

struct MoveRow {
    Move move;
    std::string san;
    std::string uci;
    corpus::Score score;
    std::optional<corpus::Details> details = {};
    // How often games continued from the position after the move, however they reached it; nothing
    // where the tree does not have that position.
    std::optional<uint64_t> continued = {};
};

enum class Source : uint8_t { Tree, Scan };

struct Answer {
    std::string fen;
    corpus::Score score;  // the sum over the moves
    Source source = Source::Tree;
    // 0 = all; nothing when the corpus has no tree or its depth is unknown.
    std::optional<uint32_t> tree_plies;
    bool has_continued = false;  // it was asked for
    std::vector<MoveRow> moves;  // by total, most first, then by the number of the move
    std::vector<std::string> warnings;
};

struct ExploreOptions {
    const corpus::GameSet* games = nullptr;  // only these games; without them, all
    bool details = false;                    // of each move; needs `games`
    // Whose rating, opponents and score the details show; unset, the player who made the move.
    std::optional<Color> player = {};
    bool continued = false;  // for each move, within the tree
    bool deep = false;       // scan even when the tree has the position
    bool scans = true;       // otherwise an answer beyond the tree has no moves
    unsigned threads = 1;    // for the scan; the answer does not depend on it
    // Called from time to time from any thread with the games scanned so far; false stops the scan
    // with Cancelled.
    std::function<bool(uint64_t games_done)> on_progress = {};
};

Result<Answer> explore(const corpus::Corpus& corpus, const Position& position,
                       const ExploreOptions& options);

// The same for many positions, in their order. One scan serves all that need it.
Result<std::vector<Answer>> explore_batch(const corpus::Corpus& corpus,
                                          std::span<const Position> positions,
                                          const ExploreOptions& options);

// From a tree alone, as written by `edge explore --save`: there is nothing to scan.
Result<std::vector<Answer>> explore_tree(const corpus::Tree& tree,
                                         std::span<const Position> positions, bool continued);

// The games behind an answer: those of options.games, which must be given, that continued from the
// position, or played `move` from it. Games without a result are left out, as they are not counted.
Result<Bitmap> games_from(const corpus::Corpus& corpus, const Position& position,
                          std::optional<Move> move, const ExploreOptions& options);

}  // namespace edge::explorer
