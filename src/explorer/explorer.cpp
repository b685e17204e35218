#include "explorer/explorer.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/position_text.h"
#include "chess/san.h"
#include "chess/uci.h"
#include "corpus/bitmap_layout.h"
#include "corpus/game_set.h"
#include "explorer/position_scan.h"

namespace edge::explorer {
namespace {

// A tree of all plies and positions shows without a scan that a position never occurred.
bool is_complete(const corpus::Meta& meta) {
    return meta.has_polyglot_tree() && meta.tree_plies == 0U &&
           meta.tree_min_games.value_or(1) <= 1;
}

// For a set of games it needs lists of the games behind each edge.
bool tree_can_answer(const corpus::Corpus& corpus, const ExploreOptions& options) {
    return corpus.tree() != nullptr && !options.deep &&
           (options.games == nullptr || corpus.tree_games() != nullptr);
}

// Answers from a tree; for a set of games also from the lists of tree.games.
class TreeReader {
public:
    // `lists` may be null when no set of games is asked for. `most_games` is what a count cannot
    // exceed.
    TreeReader(const corpus::Tree& tree, uint64_t most_games, const corpus::TreeGames* lists,
               const ExploreOptions& options)
        : tree_(tree),
          most_games_(most_games),
          lists_(lists),
          games_(options.games),
          player_(options.player) {}

    // Replaces `tallies` with the moves played from the position; false when the tree does not hold
    // the position.
    Result<bool> read(const Position& position, bool details,
                      std::vector<corpus::MoveTally>& tallies);
    // How often games continued from the position; nothing when the tree does not have it.
    Result<std::optional<uint64_t>> continued(const Position& position);

private:
    struct MoveBlock {
        corpus::GameBlock block;
        size_t move;  // its number among the tallies
    };
    Status check_counts(const corpus::Edge& edge) const;
    Status count_games(uint64_t index, const corpus::Edge& edge, bool details, Color player,
                       corpus::MoveTally& move, size_t number);
    void add_details(Color player, std::vector<corpus::MoveTally>& tallies);

    const corpus::Tree& tree_;
    uint64_t most_games_;
    const corpus::TreeGames* lists_;
    const corpus::GameSet* games_;
    std::optional<Color> player_;
    std::vector<uint64_t> numbers_;  // of the edges from the position
    std::vector<MoveBlock> blocks_;
    std::vector<corpus::MoveTally> continuing_;
};

Result<bool> TreeReader::read(const Position& position, bool details,
                              std::vector<corpus::MoveTally>& tallies) {
    tallies.clear();
    blocks_.clear();
    tree_.numbers_of(position.hash(), numbers_);
    const Color player = player_.value_or(position.side_to_move());
    for (const uint64_t number : numbers_) {
        const corpus::Edge edge = tree_.edge(number);
        EDGE_CHECK(check_counts(edge));
        corpus::MoveTally& move = tallies.emplace_back();
        move.move = static_cast<uint16_t>(edge.move_id);
        if (games_ == nullptr) {
            move.score = {edge.white, edge.draws, edge.black};
        } else {
            EDGE_CHECK(count_games(number, edge, details, player, move, tallies.size() - 1));
        }
    }
    if (games_ != nullptr) {
        if (details) add_details(player, tallies);
        std::erase_if(tallies,
                      [](const corpus::MoveTally& move) { return move.score.total() == 0; });
    }
    return !numbers_.empty();
}

// Damage must not become an answer.
Status TreeReader::check_counts(const corpus::Edge& edge) const {
    const uint64_t sum = uint64_t{edge.white} + edge.draws + edge.black;
    if (edge.total == sum && sum <= most_games_) return {};
    return fail(ErrorCode::Corrupt,
                fmt::format("{}: found w, d, b {}, {}, {} with total {} at edge {:016x} {:#06x}, "
                            "expected their sum, at most {} games",
                            tree_.path(), edge.white, edge.draws, edge.black, edge.total,
                            edge.parent_hash, edge.move_id, most_games_));
}

// The games of an edge. For details its blocks are kept until those of all moves are collected.
Status TreeReader::count_games(uint64_t index, const corpus::Edge& edge, bool details, Color player,
                               corpus::MoveTally& move, size_t number) {
    const auto count_ordinals = [&](const corpus::OrdinalList& list) {
        move.score += games_->score_of(list);
        if (details) corpus::GameSet::DetailReader(*games_).add(list, player, move.sums);
    };
    const auto count_block = [&](const corpus::GameBlock& block) {
        move.score += games_->score_of(block);
        if (details) blocks_.push_back({block, number});
    };
    return lists_->visit(index, edge.total, count_ordinals, count_block);
}

// Block by block over all moves, not move by move: the headers of a block's games are then loaded
// only once.
void TreeReader::add_details(Color player, std::vector<corpus::MoveTally>& tallies) {
    std::ranges::sort(blocks_, {}, [](const MoveBlock& of) { return of.block.first; });
    corpus::GameSet::DetailReader reader(*games_);
    for (const MoveBlock& of : blocks_) reader.add(of.block, player, tallies[of.move].sums);
}

Result<std::optional<uint64_t>> TreeReader::continued(const Position& position) {
    if (!EDGE_TRY(read(position, false, continuing_))) return std::nullopt;
    uint64_t games = 0;
    for (const corpus::MoveTally& move : continuing_) games += move.score.total();
    return games;
}

Answer make_answer(const Position& position, std::vector<corpus::MoveTally>& tallies,
                   bool details) {
    // Sorted before the rows are made: these are small.
    std::ranges::sort(tallies, [](const corpus::MoveTally& a, const corpus::MoveTally& b) {
        return std::pair(b.score.total(), a.move) < std::pair(a.score.total(), b.move);
    });
    Answer answer;
    answer.fen = to_fen(position);
    answer.moves.reserve(tallies.size());
    const CastlingRule rule =
        position.has_standard_castling() ? CastlingRule::Standard : CastlingRule::Chess960;
    for (const corpus::MoveTally& tally : tallies) {
        const Move move = Move::from_raw(tally.move);
        // Another position with the same hash, or damage: either way not an answer to this
        // question.
        if (!is_legal(position, move)) {
            answer.warnings.push_back(
                fmt::format("{}: move {:#06x} of {} games is not legal, left out", answer.fen,
                            tally.move, tally.score.total()));
            continue;
        }
        MoveRow& row = answer.moves.emplace_back(
            MoveRow{move, to_san(position, move), to_uci(move, position, rule), tally.score});
        if (details) row.details = corpus::details_of(tally.sums);
        answer.score += tally.score;
    }
    return answer;
}

Status add_continued(TreeReader& tree, const Position& position, Answer& answer) {
    answer.has_continued = true;
    for (MoveRow& row : answer.moves) {
        Position next = position;
        play(next, row.move);
        row.continued = EDGE_TRY(tree.continued(next));
    }
    return {};
}

}  // namespace

Result<Answer> explore(const corpus::Corpus& corpus, const Position& position,
                       const ExploreOptions& options) {
    return std::move(EDGE_TRY(explore_batch(corpus, std::span(&position, 1), options)).front());
}

Result<std::vector<Answer>> explore_batch(const corpus::Corpus& corpus,
                                          std::span<const Position> positions,
                                          const ExploreOptions& options) {
    if (!options.deep) EDGE_CHECK(corpus.check_tree());
    std::optional<TreeReader> tree;
    if (tree_can_answer(corpus, options)) {
        tree.emplace(*corpus.tree(), corpus.game_count(), corpus.tree_games(), options);
    }
    std::vector<Answer> answers(positions.size());
    std::vector<Position> to_scan;
    std::vector<size_t> scanned;  // the indexes of `to_scan` among the answers
    std::vector<corpus::MoveTally> tallies;
    for (size_t i = 0; i < positions.size(); ++i) {
        if (options.on_progress && !options.on_progress(0)) {
            return fail(ErrorCode::Cancelled, "cancelled");
        }
        tallies.clear();
        const bool held = tree && (EDGE_TRY(tree->read(positions[i], options.details, tallies)) ||
                                   is_complete(corpus.meta()));
        if (held || !options.scans) {
            answers[i] = make_answer(positions[i], tallies, options.details);
        } else {
            to_scan.push_back(positions[i]);
            scanned.push_back(i);
        }
    }
    if (!to_scan.empty()) {
        auto found = EDGE_TRY(scan_positions(corpus, to_scan, options));
        for (size_t i = 0; i < scanned.size(); ++i) {
            answers[scanned[i]] = make_answer(to_scan[i], found[i], options.details);
            answers[scanned[i]].source = Source::Scan;
        }
    }
    for (size_t i = 0; i < positions.size(); ++i) {
        answers[i].has_continued = options.continued;
        if (options.continued && tree) {
            EDGE_CHECK(add_continued(*tree, positions[i], answers[i]));
        }
        if (corpus.tree() != nullptr) answers[i].tree_plies = corpus.meta().tree_plies;
    }
    return answers;
}

Result<std::vector<Answer>> explore_tree(const corpus::Tree& file,
                                         std::span<const Position> positions, bool continued) {
    const ExploreOptions all_games;
    TreeReader tree(file, std::numeric_limits<uint64_t>::max(), nullptr, all_games);
    std::vector<Answer> answers;
    answers.reserve(positions.size());
    std::vector<corpus::MoveTally> tallies;
    for (const Position& position : positions) {
        EDGE_TRY(tree.read(position, false, tallies));
        answers.push_back(make_answer(position, tallies, false));
        if (continued) EDGE_CHECK(add_continued(tree, position, answers.back()));
    }
    return answers;
}

Result<Bitmap> games_from(const corpus::Corpus& corpus, const Position& position,
                          std::optional<Move> move, const ExploreOptions& options) {
    const bool by_tree = tree_can_answer(corpus, options);
    std::vector<uint64_t> numbers;
    if (by_tree) corpus.tree()->numbers_of(position.hash(), numbers);
    const bool held = by_tree && (!numbers.empty() || is_complete(corpus.meta()));
    if (!held && options.scans) return scan_games(corpus, position, move, options);
    Bitmap games(corpus::bitmap_layout(corpus));
    const auto add = [&](const auto& list) {
        options.games->for_each(list, [&](uint64_t id) {
            const corpus::GamePlace place = corpus.locate(id);
            games.set(place.shard, place.index);
        });
    };
    for (const uint64_t number : numbers) {
        const corpus::Edge edge = corpus.tree()->edge(number);
        if (move && edge.move_id != move->raw()) continue;
        EDGE_CHECK(corpus.tree_games()->visit(number, edge.total, add, add));
    }
    return games;
}

}  // namespace edge::explorer
