// A man that arrives on a square when r matching positions are still to come will be seen there r
// times, less what is still to come when it leaves. So a game needs no walk over its boards: each
// arrival adds, each departure subtracts, and the starting array is added once at the very end.
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

void HeatmapCounter::add_game(const corpus::GameView& game, std::span<const PlyRun> runs) {
    if (runs.empty()) return;
    assert(runs.back().last <= game.plies());
    uint64_t to_come = 0;
    for (const PlyRun& run : runs) to_come += run.last - run.first + 1;
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
    for (const PlyRun& run : runs) {
        while (ply < run.first) play_one();
        while (ply < run.last) {
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
            const Piece man = make_piece(color, static_cast<PieceType>(type));
            HeatmapPlane& plane = heatmap.counts[plane_of(man)];
            for (unsigned i = 0; i < 64; ++i) {
                const bool at_start = PieceBoard::start()[i] == man;
                plane[i] = changes_[index(man)][i] + (at_start ? positions_ : 0);
            }
        }
    }
    return heatmap;
}

Result<Heatmap> fold_heatmap(const Query& query, const RunOptions& options) {
    std::vector<HeatmapCounter> counters(std::max(1U, options.threads));
    EDGE_CHECK(visit_positions(
        query, options,
        [&](unsigned thread, corpus::GamePlace, const corpus::GameView& game,
            std::span<const PlyRun> runs) { counters[thread].add_game(game, runs); }));
    Heatmap total;
    for (const HeatmapCounter& counter : counters) total += counter.result();
    return total;
}

}  // namespace edge::query
