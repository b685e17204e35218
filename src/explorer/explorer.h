// What is played from a position and how it scores: from the corpus's tree, or by a scan of all its
// games where the tree does not reach.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"
#include "corpus/corpus.h"
#include "edge/result.h"

namespace edge::explorer {

// Games by result, and their sum.
struct Score {
    uint64_t white = 0;
    uint64_t draws = 0;
    uint64_t black = 0;

    uint64_t total() const { return white + draws + black; }
    void add(corpus::GameResult result) {
        white += result == corpus::GameResult::WhiteWins;
        draws += result == corpus::GameResult::Draw;
        black += result == corpus::GameResult::BlackWins;
    }
    Score& operator+=(const Score& other) {
        white += other.white;
        draws += other.draws;
        black += other.black;
        return *this;
    }
    friend bool operator==(const Score&, const Score&) = default;
};

struct MoveRow {
    Move move;
    std::string san;
    std::string uci;
    Score score;
};

enum class Source : uint8_t { Tree, Scan };

struct Answer {
    std::string fen;
    Score score;  // the sum over the moves
    Source source = Source::Tree;
    // 0 = all; nothing when the corpus has no tree or does not say.
    std::optional<uint32_t> tree_plies;
    std::vector<MoveRow> moves;  // by total, most first, then by the number of the move
    std::vector<std::string> warnings;
};

struct ExploreOptions {
    bool deep = false;     // scan even when the tree has the position
    unsigned threads = 1;  // for the scan; the answer does not depend on it
};

Result<Answer> explore(const corpus::Corpus& corpus, const Position& position,
                       const ExploreOptions& options);

// The same for many positions, in their order. All that need a scan share one.
Result<std::vector<Answer>> explore_batch(const corpus::Corpus& corpus,
                                          std::span<const Position> positions,
                                          const ExploreOptions& options);

}  // namespace edge::explorer
