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
    return corpus.has_tree() && !options.deep &&
           (options.games == nullptr || corpus.has_tree_games());
}

// Answers from the segments of a tree; for a set of games also from their lists of games.
class TreeReader {
public:
    TreeReader(const corpus::Corpus& corpus, const ExploreOptions& options)
        : segments_(corpus.tree_segments()),
          edges_(corpus::trees_of(segments_)),
          games_(options.games),
          player_(options.player),
          has_gaps_(segments_.size() > 1 && corpus.meta().tree_min_games.value_or(1) > 1) {}

    // Of a tree alone, for all games.
    explicit TreeReader(const corpus::Tree& tree) : edges_({&tree}) {}

    // Replaces `tallies` with the moves played from the position; false when the tree does not hold
    // the position.
    Result<bool> read(const Position& position, bool details,
                      std::vector<corpus::MoveTally>& tallies);

    // The segments that lack the position of the last call of read(), which others have: too few of
    // their games reached it, so they know nothing about these.
    std::span<const size_t> gaps() const { return gaps_; }

private:
    struct MoveBlock {
        corpus::GameBlock block;
        uint64_t first_game;  // of the segment
        size_t move;          // its number among the tallies
    };
    Status check_counts(const corpus::SegmentEdge& of) const;
    Status count_games(const corpus::SegmentEdge& of, bool details, Color player,
                       corpus::MoveTally& move, size_t number);
    void add_details(Color player, std::vector<corpus::MoveTally>& tallies);
    void find_gaps(std::span<const corpus::SegmentEdge> edges);

    std::span<const corpus::TreeSegment> segments_;  // empty for a tree alone
    corpus::EdgeFinder edges_;
    const corpus::GameSet* games_ = nullptr;
    std::optional<Color> player_;
    bool has_gaps_ = false;  // of a segment, other than of the corpus
    std::vector<MoveBlock> blocks_;
    std::vector<size_t> gaps_;
};

Result<bool> TreeReader::read(const Position& position, bool details,
                              std::vector<corpus::MoveTally>& tallies) {
    tallies.clear();
    blocks_.clear();
    const auto edges = edges_.find(position.hash());
    const Color player = player_.value_or(position.side_to_move());
    for (size_t i = 0; i < edges.size(); ++i) {
        const corpus::SegmentEdge& of = edges[i];
        EDGE_CHECK(check_counts(of));
        const auto move = static_cast<uint16_t>(of.edge.move_id);
        const bool continues =
            i > 0 && tallies.back().move == move && edges[i - 1].segment != of.segment;
        if (!continues) tallies.push_back({.move = move, .score = {}, .sums = {}});
        corpus::MoveTally& tally = tallies.back();
        if (games_ == nullptr) {
            tally.score += {of.edge.white, of.edge.draws, of.edge.black};
        } else {
            EDGE_CHECK(count_games(of, details, player, tally, tallies.size() - 1));
        }
    }
    if (games_ != nullptr) {
        if (details) add_details(player, tallies);
        std::erase_if(tallies,
                      [](const corpus::MoveTally& move) { return move.score.total() == 0; });
    }
    if (has_gaps_) find_gaps(edges);
    return !edges.empty();
}

void TreeReader::find_gaps(std::span<const corpus::SegmentEdge> edges) {
    gaps_.clear();
    if (edges.empty()) return;
    for (size_t i = 0; i < segments_.size(); ++i) {
        if (std::ranges::find(edges, i, &corpus::SegmentEdge::segment) == edges.end()) {
            gaps_.push_back(i);
        }
    }
}

// Damage must not become an answer.
Status TreeReader::check_counts(const corpus::SegmentEdge& of) const {
    const corpus::Edge& edge = of.edge;
    const uint64_t most_games = segments_.empty() ? std::numeric_limits<uint64_t>::max()
                                                  : segments_[of.segment].game_count();
    const uint64_t sum = uint64_t{edge.white} + edge.draws + edge.black;
    if (edge.total == sum && sum <= most_games) return {};
    return fail(ErrorCode::Corrupt,
                fmt::format("{}: found w, d, b {}, {}, {} with total {} at edge {:016x} {:#06x}, "
                            "expected their sum, at most {} games",
                            edges_.tree(of.segment).path(), edge.white, edge.draws, edge.black,
                            edge.total, edge.parent_hash, edge.move_id, most_games));
}

// The games of an edge. For details its blocks are kept until those of all moves are collected.
Status TreeReader::count_games(const corpus::SegmentEdge& of, bool details, Color player,
                               corpus::MoveTally& move, size_t number) {
    const corpus::TreeSegment& segment = segments_[of.segment];
    const uint64_t first = segment.first_game;
    const auto count_ordinals = [&](const corpus::OrdinalList& list) {
        move.score += games_->score_of(list, first);
        if (details) corpus::GameSet::DetailReader(*games_).add(list, first, player, move.sums);
    };
    const auto count_block = [&](const corpus::GameBlock& block) {
        move.score += games_->score_of(block, first);
        if (details) blocks_.push_back({block, first, number});
    };
    return segment.games->visit(of.number, of.edge.total, count_ordinals, count_block);
}

// Block by block over all moves, not move by move: the headers of a block's games are then loaded
// only once.
void TreeReader::add_details(Color player, std::vector<corpus::MoveTally>& tallies) {
    std::ranges::sort(blocks_, {},
                      [](const MoveBlock& of) { return of.first_game + of.block.first; });
    corpus::GameSet::DetailReader reader(*games_);
    for (const MoveBlock& of : blocks_) {
        reader.add(of.block, of.first_game, player, tallies[of.move].sums);
    }
}

// The moves from a position, before or after the segments that lack it have been scanned.
struct Count {
    const Position* position;
    std::vector<corpus::MoveTally> tallies;
    std::vector<size_t> gaps;
};

void add_tallies(const std::vector<corpus::MoveTally>& more,
                 std::vector<corpus::MoveTally>& tallies) {
    for (const corpus::MoveTally& tally : more) {
        const auto known = std::ranges::find(tallies, tally.move, &corpus::MoveTally::move);
        if (known == tallies.end()) {
            tallies.push_back(tally);
        } else {
            *known += tally;
        }
    }
}

ScanRange range_of(const corpus::Corpus& corpus, size_t segment) {
    const uint32_t plies = corpus.meta().tree_plies.value_or(0);
    return {.first_game = corpus.tree_segments()[segment].first_game,
            .end_game = corpus.tree_segments()[segment].end_game,
            .plies = plies == 0 ? corpus::kMaxPlies : plies};
}

// Adds what the segments that lack a position would have of it: one scan of each for all positions.
Status fill_gaps(const corpus::Corpus& corpus, const ExploreOptions& options,
                 std::span<Count> counts) {
    for (size_t segment = 0; segment < corpus.tree_segments().size(); ++segment) {
        std::vector<Position> positions;
        std::vector<Count*> lacking;
        for (Count& count : counts) {
            if (std::ranges::find(count.gaps, segment) == count.gaps.end()) continue;
            positions.push_back(*count.position);
            lacking.push_back(&count);
        }
        if (lacking.empty()) continue;
        const auto found =
            EDGE_TRY(scan_positions(corpus, positions, options, range_of(corpus, segment)));
        for (size_t i = 0; i < found.size(); ++i) add_tallies(found[i], lacking[i]->tallies);
    }
    return {};
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

void warn_of_gaps(const corpus::Corpus& corpus, std::span<const size_t> gaps, Answer& answer) {
    for (const size_t segment : gaps) {
        const ScanRange range = range_of(corpus, segment);
        answer.warnings.push_back(
            fmt::format("{}: games {} to {} are not counted; their part of the tree leaves out "
                        "rare positions and lacks this one",
                        answer.fen, range.first_game, range.end_game - 1));
    }
}

// `corpus` is null for a tree alone, which has no gaps.
Status add_continued(TreeReader& tree, const corpus::Corpus* corpus, const ExploreOptions& options,
                     const Position& position, Answer& answer) {
    answer.has_continued = true;
    std::vector<Position> next(answer.moves.size(), position);
    std::vector<Count> counts(answer.moves.size());
    std::vector<bool> held(answer.moves.size());
    bool has_gaps = false;
    for (size_t i = 0; i < next.size(); ++i) {
        play(next[i], answer.moves[i].move);
        counts[i].position = &next[i];
        held[i] = EDGE_TRY(tree.read(next[i], false, counts[i].tallies));
        counts[i].gaps.assign(tree.gaps().begin(), tree.gaps().end());
        has_gaps |= !counts[i].gaps.empty();
    }
    if (has_gaps && options.scans) EDGE_CHECK(fill_gaps(*corpus, options, counts));
    for (size_t i = 0; i < next.size(); ++i) {
        if (!held[i]) continue;
        uint64_t& games = answer.moves[i].continued.emplace(0);
        for (const corpus::MoveTally& move : counts[i].tallies) games += move.score.total();
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
    if (tree_can_answer(corpus, options)) tree.emplace(corpus, options);
    std::vector<Answer> answers(positions.size());
    std::vector<Position> to_scan;
    std::vector<size_t> scanned;  // the indexes of `to_scan` among the answers
    std::vector<Count> with_gaps;
    std::vector<size_t> filled;  // the same of `with_gaps`
    std::vector<corpus::MoveTally> tallies;
    for (size_t i = 0; i < positions.size(); ++i) {
        if (options.on_progress && !options.on_progress(0)) {
            return fail(ErrorCode::Cancelled, "cancelled");
        }
        tallies.clear();
        const bool held = tree && (EDGE_TRY(tree->read(positions[i], options.details, tallies)) ||
                                   is_complete(corpus.meta()));
        if (held && options.scans && !tree->gaps().empty()) {
            with_gaps.push_back(
                {&positions[i], tallies, {tree->gaps().begin(), tree->gaps().end()}});
            filled.push_back(i);
        } else if (held || !options.scans) {
            answers[i] = make_answer(positions[i], tallies, options.details);
            if (held) warn_of_gaps(corpus, tree->gaps(), answers[i]);
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
    EDGE_CHECK(fill_gaps(corpus, options, with_gaps));
    for (size_t i = 0; i < filled.size(); ++i) {
        answers[filled[i]] =
            make_answer(*with_gaps[i].position, with_gaps[i].tallies, options.details);
    }
    for (size_t i = 0; i < positions.size(); ++i) {
        answers[i].has_continued = options.continued;
        if (options.continued && tree) {
            EDGE_CHECK(add_continued(*tree, &corpus, options, positions[i], answers[i]));
        }
        if (corpus.has_tree()) answers[i].tree_plies = corpus.meta().tree_plies;
    }
    return answers;
}

Result<std::vector<Answer>> explore_tree(const corpus::Tree& file,
                                         std::span<const Position> positions, bool continued) {
    TreeReader tree(file);
    std::vector<Answer> answers;
    answers.reserve(positions.size());
    std::vector<corpus::MoveTally> tallies;
    for (const Position& position : positions) {
        EDGE_TRY(tree.read(position, false, tallies));
        answers.push_back(make_answer(position, tallies, false));
        if (continued) EDGE_CHECK(add_continued(tree, nullptr, {}, position, answers.back()));
    }
    return answers;
}

Result<Bitmap> games_from(const corpus::Corpus& corpus, const Position& position,
                          std::optional<Move> move, const ExploreOptions& options) {
    const auto& segments = corpus.tree_segments();
    bool held = false;
    std::vector<bool> has_position(segments.size());
    Bitmap games(corpus::bitmap_layout(corpus));
    if (tree_can_answer(corpus, options)) {
        corpus::EdgeFinder finder(corpus::trees_of(segments));
        const auto edges = finder.find(position.hash());
        held = !edges.empty() || is_complete(corpus.meta());
        for (const corpus::SegmentEdge& of : edges) {
            has_position[of.segment] = true;
            if (move && of.edge.move_id != move->raw()) continue;
            const uint64_t first = segments[of.segment].first_game;
            const auto add = [&](const auto& list) {
                options.games->for_each(list, first, [&](uint64_t id) {
                    const corpus::GamePlace place = corpus.locate(id);
                    games.set(place.shard, place.index);
                });
            };
            EDGE_CHECK(segments[of.segment].games->visit(of.number, of.edge.total, add, add));
        }
    }
    if (!options.scans) return games;
    if (!held) return scan_games(corpus, position, move, options);
    for (size_t i = 0; corpus.meta().tree_min_games.value_or(1) > 1 && i < segments.size(); ++i) {
        if (has_position[i]) continue;
        EDGE_CHECK(games.or_with(
            EDGE_TRY(scan_games(corpus, position, move, options, range_of(corpus, i)))));
    }
    return games;
}

}  // namespace edge::explorer
