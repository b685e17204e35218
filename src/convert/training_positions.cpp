#include "convert/training_positions.h"

#include <bit>
#include <string_view>

#include "codec/synth/random.h"

namespace edge::convert {
namespace {

constexpr uint64_t kSampleSalt = 1;

// 0 to 1, without 1.
double fraction(uint64_t number) { return static_cast<double>(number >> 11) * 0x1p-53; }

bool is_within(const std::optional<query::PlyRange>& range, uint32_t ply) {
    return !range || (range->from <= ply && (!range->until || ply <= *range->until));
}

}  // namespace

uint64_t random_number(uint64_t seed, PositionOrigin origin) {
    return synth::mix(synth::mix(synth::mix(seed) + origin.game) + origin.ply);
}

TrainingPositions::TrainingPositions(const TrainingChoice& choice,
                                     const query::PositionCondition* condition,
                                     viriformat::ScoreOptions scores, PositionNeeds needs)
    : choice_(choice), scores_(scores), needs_(needs) {
    if (condition != nullptr) finder_.emplace(*condition);
}

bool TrainingPositions::is_usable(const ReadGame& read, ConversionReport& report) const {
    if (needs_.result && read.game.result == GameResult::Unknown) {
        report.skip("no_result", read.place, "found no result, expected 1-0, 0-1 or 1/2-1/2");
        return false;
    }
    bool has_score = false;
    for (size_t ply = 0; ply <= line_.size(); ++ply) has_score |= line_.score(ply).is_written();
    if (needs_.score && !has_score) {
        report.skip("no_scores", read.place, "found no score in its comments");
        return false;
    }
    // The board of a scan begins with the ordinary start.
    if (finder_ && !read.game.start.same_position(Position::start())) {
        report.skip("custom_start", read.place,
                    "found a set-up position, in whose game no condition can be tested, expected "
                    "the ordinary start");
        return false;
    }
    return true;
}

void TrainingPositions::find_spans(const Game& game) {
    span_ = 0;
    spans_ = {{0, static_cast<uint32_t>(line_.size())}};
    if (!finder_) return;
    moves_.clear();
    for (size_t ply = 0; ply < line_.size(); ++ply) {
        moves_.push_back(game.moves.move(line_.move(ply)));
    }
    spans_ = finder_->find(moves_, game.result);
}

std::optional<LeftOutPosition> TrainingPositions::reason_against(PositionOrigin origin) {
    if (!is_within(choice_.plies, origin.ply)) return LeftOutPosition::Plies;
    if (needs_.score && !line_.score(origin.ply).is_written()) return LeftOutPosition::NoScore;
    while (span_ < spans_.size() && spans_[span_].last < origin.ply) ++span_;
    if (span_ == spans_.size() || origin.ply < spans_[span_].first) {
        return LeftOutPosition::Condition;
    }
    if (!choice_.sample) return std::nullopt;
    // Not the numbers of the shuffle: it would put those first that a smaller sample has.
    const uint64_t seed = synth::mix(choice_.seed.value_or(0)) + kSampleSalt;
    if (fraction(random_number(seed, origin)) < *choice_.sample) return std::nullopt;
    return LeftOutPosition::Sample;
}

bool TrainingPositions::choose(const ReadGame& read, TrainingTable& table, ConversionReport& report,
                               const Take& take) {
    line_.read(read.game, scores_);
    if (!is_usable(read, report)) return false;
    find_spans(read.game);
    Position position = read.game.start;
    for (size_t at = 0;; ++at) {
        const PositionOrigin origin{read.number, static_cast<uint32_t>(at)};
        if (const auto reason = reason_against(origin)) {
            table.leave_out(*reason);
        } else {
            const viriformat::PositionScore& score = line_.score(at);
            PositionFacts facts{.score = std::nullopt,
                                .result = read.game.result,
                                .pieces = static_cast<uint8_t>(std::popcount(position.occupied()))};
            if (score.is_written()) facts.score = score.score;
            if (score.is_clamped) {
                report.lose("clamped_scores", read.place,
                            "found a score beyond the range of the format");
            }
            take({position, origin, facts});
        }
        if (at == line_.size()) break;
        play_move(position, read.game.moves.move(line_.move(at)));
    }
    const NodeIndex last = line_.size() == 0 ? kRootNode : line_.move(line_.size() - 1);
    if (read.game.moves.first_child(last) != kNoNode) {
        report.lose("moves_after", read.place, "a null move, and all after it");
    }
    return true;
}

}  // namespace edge::convert
