#include "explorer/explorer.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/san.h"
#include "chess/uci.h"
#include "explorer/position_scan.h"

namespace edge::explorer {
namespace {

// A tree of every ply and every position needs no scan to say that a position never occurred.
bool is_complete(const corpus::Meta& meta) {
    return meta.has_polyglot_tree() && meta.tree_plies == 0U &&
           meta.tree_min_games.value_or(1) <= 1;
}

// Damage must not become an answer.
Status check_counts(const corpus::Corpus& corpus, const corpus::Edge& edge) {
    const uint64_t sum = uint64_t{edge.white} + edge.draws + edge.black;
    if (edge.total == sum && sum <= corpus.game_count()) return {};
    return fail(ErrorCode::Corrupt,
                fmt::format("{}/tree.dat: found w, d, b {}, {}, {} with total {} at edge {:016x} "
                            "{:#06x}, expected their sum, at most {} games",
                            corpus.path(), edge.white, edge.draws, edge.black, edge.total,
                            edge.parent_hash, edge.move_id, corpus.game_count()));
}

Answer make_answer(const Position& position, std::vector<MoveScore>& scores) {
    // Sorted before the rows are made: these are small.
    std::ranges::sort(scores, [](const MoveScore& a, const MoveScore& b) {
        return std::pair(b.score.total(), a.move) < std::pair(a.score.total(), b.move);
    });
    Answer answer;
    answer.fen = to_fen(position);
    answer.moves.reserve(scores.size());
    const CastlingRule rule =
        position.has_standard_castling() ? CastlingRule::Standard : CastlingRule::Chess960;
    for (const auto& [raw, score] : scores) {
        const Move move = Move::from_raw(raw);
        // Another position with the same hash, or damage: either way not an answer to this
        // question.
        if (!is_legal(position, move)) {
            answer.warnings.push_back(
                fmt::format("{}: move {:#06x} of {} games is not legal, left out", answer.fen, raw,
                            score.total()));
            continue;
        }
        answer.moves.push_back({move, to_san(position, move), to_uci(move, position, rule), score});
        answer.score += score;
    }
    return answer;
}

}  // namespace

Result<Answer> explore(const corpus::Corpus& corpus, const Position& position,
                       const ExploreOptions& options) {
    return std::move(EDGE_TRY(explore_batch(corpus, std::span(&position, 1), options)).front());
}

Result<std::vector<Answer>> explore_batch(const corpus::Corpus& corpus,
                                          std::span<const Position> positions,
                                          const ExploreOptions& options) {
    const corpus::Tree* const tree = corpus.tree();
    std::vector<Answer> answers(positions.size());
    std::vector<Position> to_scan;
    std::vector<size_t> scanned;  // the places of `to_scan` among the answers
    std::vector<corpus::Edge> edges;
    std::vector<MoveScore> scores;
    for (size_t i = 0; i < positions.size(); ++i) {
        if (tree != nullptr && !options.deep) {
            tree->edges_of(positions[i].hash(), edges);
            if (!edges.empty() || is_complete(corpus.meta())) {
                scores.clear();
                for (const corpus::Edge& edge : edges) {
                    EDGE_CHECK(check_counts(corpus, edge));
                    scores.push_back({static_cast<uint16_t>(edge.move_id),
                                      {edge.white, edge.draws, edge.black}});
                }
                answers[i] = make_answer(positions[i], scores);
                continue;
            }
        }
        to_scan.push_back(positions[i]);
        scanned.push_back(i);
    }
    if (!to_scan.empty()) {
        auto found = EDGE_TRY(scan_positions(corpus, to_scan, options.threads));
        for (size_t i = 0; i < scanned.size(); ++i) {
            answers[scanned[i]] = make_answer(to_scan[i], found[i]);
            answers[scanned[i]].source = Source::Scan;
        }
    }
    if (tree != nullptr) {
        for (Answer& answer : answers) answer.tree_plies = corpus.meta().tree_plies;
    }
    return answers;
}

}  // namespace edge::explorer
