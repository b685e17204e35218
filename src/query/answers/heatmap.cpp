// A piece that arrives on a square when r matching positions are still to come will be seen there r
// times, minus the number still to come when it leaves. So the boards of a game are not looked
// through: each arrival adds, each departure subtracts, and the starting position is added once, at
// the end.
#include "query/answers/heatmap.h"

#include <algorithm>
#include <cassert>
#include <vector>

#include "query/scan/piece_board.h"

namespace edge::query {

Heatmap& Heatmap::operator+=(const Heatmap& other) {
    for (size_t plane = 0; plane < kHeatmapPlanes; ++plane) {
        for (size_t square = 0; square < 64; ++square) {
            counts[plane][square] += other.counts[plane][square];
        }
    }
    total_positions += other.total_positions;
    total_games += other.total_games;
    return *this;
}

void Heatmap::keep_kinds(KindSet kinds) {
    for (size_t plane = 0; plane < kHeatmapPlanes; ++plane) {
        if ((kinds >> index(kind_of_plane(plane)) & 1) == 0) counts[plane].fill(0);
    }
}

void HeatmapCounter::add_game(const corpus::GameView& game, std::span<const PlySpan> spans) {
    if (spans.empty()) return;
    assert(spans.back().last <= game.plies());
    uint64_t to_come = 0;
    for (const PlySpan& span : spans) to_come += span.last - span.first + 1;
    positions_ += to_come;
    ++games_;

    PieceBoard board;
    uint32_t ply = 0;  // of the board
    const auto play_one = [&] {
        board.play(game.move(ply), [&](Square square, Piece before, Piece after) {
            changes_[index(before)][index(square)] -= to_come;
            changes_[index(after)][index(square)] += to_come;
        });
        ++ply;
    };
    for (const PlySpan& span : spans) {
        while (ply < span.first) play_one();
        while (ply < span.last) {
            --to_come;
            play_one();
        }
        --to_come;
    }
}

Heatmap HeatmapCounter::result() const {
    Heatmap heatmap;
    heatmap.total_positions = positions_;
    heatmap.total_games = games_;
    for (const Color color : {Color::White, Color::Black}) {
        for (unsigned type = 1; type <= index(PieceType::King); ++type) {
            const Piece piece = make_piece(color, static_cast<PieceType>(type));
            HeatmapPlane& plane = heatmap.counts[plane_of(piece)];
            for (unsigned i = 0; i < 64; ++i) {
                const bool at_start = PieceBoard::start()[i] == piece;
                plane[i] = changes_[index(piece)][i] + (at_start ? positions_ : 0);
            }
        }
    }
    return heatmap;
}

Result<Heatmap> fold_heatmap(const Query& query, const PositionChoice& choice,
                             const RunOptions& options, MatchingGames* matching) {
    std::vector<HeatmapCounter> counters(std::max(1U, options.threads));
    EDGE_CHECK(visit_positions(
        query, choice, options, matching,
        [&](unsigned thread, corpus::GamePlace, const corpus::GameView& game,
            std::span<const PlySpan> spans) { counters[thread].add_game(game, spans); }));
    Heatmap total;
    for (const HeatmapCounter& counter : counters) total += counter.result();
    return total;
}

}  // namespace edge::query
