// The scores of a game's main line as viriformat needs them: White's, for the position before each
// move. They come from comments (codec/move_score.h), where an `[%eval]` is about the position
// after its move, and an engine's score about the one before its move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "codec/game.h"
#include "codec/move_score.h"

namespace edge::viriformat {

// Where scores come from. Auto decides for each game: `[%eval]` where there is one, otherwise
// engines' comments. Zero gives every position the score 0.
enum class ScoreSource : uint8_t { Auto, Eval, Engine, Zero };

struct ScoreOptions {
    ScoreSource source = ScoreSource::Auto;
    // Whose side the scores of engines are; if unset, their form decides. `[%eval]` and `wv=` are
    // always White's.
    std::optional<ScoreView> view = std::nullopt;
};

struct PositionScore {
    Score score = 0;
    bool is_known = false;
    bool is_clamped = false;
    bool is_whole_comment = false;  // nothing else was in the comment that it was read from
    bool is_assumed = false;        // 0 before the first move of a game with scores after each

    bool is_written() const { return is_known && !is_assumed; }
};

// The main line up to its first null move.
class ScoredLine {
public:
    // Memory is reused from game to game.
    void read(const Game& game, ScoreOptions options);

    size_t size() const { return moves_.size(); }
    NodeIndex move(size_t ply) const { return moves_[ply]; }
    // For the position before that move; also for the last position.
    const PositionScore& score(size_t ply) const { return scores_[ply]; }

private:
    bool read_evals(const MoveTree& tree);
    void read_engine_scores(const Game& game, std::optional<ScoreView> view);

    std::vector<NodeIndex> moves_;
    std::vector<PositionScore> scores_;  // one more than moves
    std::vector<std::optional<EngineScore>> found_;
};

}  // namespace edge::viriformat
