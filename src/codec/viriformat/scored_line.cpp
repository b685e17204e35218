#include "codec/viriformat/scored_line.h"

namespace edge::viriformat {

void ScoredLine::read(const Game& game, ScoreOptions options) {
    const MoveTree& tree = game.moves;
    moves_.clear();
    for (NodeIndex node = tree.first_child(kRootNode); node != kNoNode && !tree.is_null_move(node);
         node = tree.first_child(node)) {
        moves_.push_back(node);
    }
    scores_.assign(moves_.size() + 1, {});
    switch (options.source) {
        case ScoreSource::Auto:
            if (!read_evals(tree)) read_engine_scores(game, options.view);
            break;
        case ScoreSource::Eval:
            read_evals(tree);
            break;
        case ScoreSource::Engine:
            read_engine_scores(game, options.view);
            break;
        case ScoreSource::Zero:
            for (PositionScore& score : scores_) score.is_known = true;
            break;
    }
}

bool ScoredLine::read_evals(const MoveTree& tree) {
    bool has_any = false;
    for (size_t ply = 0; ply < scores_.size(); ++ply) {
        const NodeIndex node = ply == 0 ? kRootNode : moves_[ply - 1];
        const auto found = find_eval(tree.annotation(node).comment);
        if (!found) continue;
        scores_[ply] = {.score = found->score,
                        .is_known = true,
                        .is_clamped = found->clamped,
                        .is_whole_comment = found->is_alone};
        has_any = true;
    }
    // Files with evals after every move rarely have one before the first.
    if (moves_.size() > 1 && scores_[1].is_known && !scores_[0].is_known) {
        scores_[0] = {.is_known = true, .is_assumed = true};
    }
    return has_any;
}

void ScoredLine::read_engine_scores(const Game& game, std::optional<ScoreView> view) {
    found_.clear();
    bool has_plus = false;
    for (const NodeIndex node : moves_) {
        const auto& found =
            found_.emplace_back(find_engine_score(game.moves.annotation(node).comment));
        has_plus = has_plus || (found && found->has_plus);
    }
    Color mover = game.start.side_to_move();
    for (size_t ply = 0; ply < found_.size(); ++ply, mover = !mover) {
        if (!found_[ply]) continue;
        const EngineScore& found = *found_[ply];
        ScoreView seen = view_of(found.form, has_plus);
        if (view && found.form != EngineScore::Form::WhiteValue) seen = *view;
        const bool is_flipped = seen == ScoreView::Mover && mover == Color::Black;
        scores_[ply] = {.score = is_flipped ? static_cast<Score>(-found.score) : found.score,
                        .is_known = true,
                        .is_clamped = found.clamped};
    }
}

}  // namespace edge::viriformat
