// Which positions of a game become training data: by ply, score, a condition and chance.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "chess/position.h"
#include "codec/conversion_report.h"
#include "codec/game_reader.h"
#include "codec/viriformat/scored_line.h"
#include "convert/training_table.h"
#include "query/expr.h"
#include "query/scan/position_finder.h"

namespace edge::convert {

struct TrainingChoice {
    std::optional<query::Expr> condition = {};  // asked of each position
    std::optional<query::PlyRange> plies = {};  // both ends included
    bool unique = false;                        // each position where it comes first
    std::optional<double> sample = {};          // the chance of each position, 0 to 1
    std::optional<uint64_t> seed = {};          // of sample and shuffle; 0 without
    bool shuffle = false;
    std::optional<uint64_t> memory = {};  // in bytes, for unique and shuffle

    friend bool operator==(const TrainingChoice&, const TrainingChoice&) = default;
};

// Where a position comes from. Whether it is in a sample, and its place in a shuffle, follow from
// this and the seed alone.
struct PositionOrigin {
    uint64_t game = 0;  // ReadGame::number
    uint32_t ply = 0;
};
uint64_t random_number(uint64_t seed, PositionOrigin origin);

struct ChosenPosition {
    const Position& position;
    PositionOrigin origin;
    PositionFacts facts;
};

// What the target cannot be without.
struct PositionNeeds {
    bool result = false;
    bool score = false;
};

// One per thread.
class TrainingPositions {
public:
    // `condition` is that of the choice, made ready, or null. Both must outlive this.
    TrainingPositions(const TrainingChoice& choice, const query::PositionCondition* condition,
                      viriformat::ScoreOptions scores, PositionNeeds needs);

    // Calls take(position) for the chosen positions of the main line up to its first null move, the
    // last position included, and counts the others in `table`. Games that have no position to
    // choose from count as skipped in `report`; false is returned for them.
    using Take = std::function<void(const ChosenPosition&)>;
    bool choose(const ReadGame& read, TrainingTable& table, ConversionReport& report,
                const Take& take);

private:
    bool is_usable(const ReadGame& read, ConversionReport& report) const;
    void find_spans(const Game& game);
    std::optional<LeftOutPosition> reason_against(PositionOrigin origin);

    const TrainingChoice& choice_;
    const viriformat::ScoreOptions scores_;
    const PositionNeeds needs_;
    viriformat::ScoredLine line_;
    std::optional<query::PositionFinder> finder_;
    std::vector<Move> moves_;
    std::vector<query::PlySpan> spans_;
    size_t span_ = 0;  // of those, the first that is not over
};

}  // namespace edge::convert
