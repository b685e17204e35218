#include "query/answers/heatmap.h"

#include <gtest/gtest.h>

#include <numeric>

#include "query/game_set.h"
#include "query/scan/piece_board.h"

namespace edge::query {
namespace {

void add_position(const Position& position, Heatmap& heatmap) {
    ++heatmap.total_positions;
    for (unsigned i = 0; i < 64; ++i) {
        const Piece piece = position.piece_on(square_at(i));
        if (piece != Piece::None) ++heatmap.counts[plane_of(piece)][i];
    }
}

void expect_equal_to_slow_count(const corpus::Corpus& corpus) {
    HeatmapCounter counter;
    Heatmap slow;
    test::for_each_game_with_spans(corpus, [&](uint64_t, corpus::GamePlace,
                                               const corpus::GameView& game,
                                               const std::vector<PlySpan>& spans) {
        counter.add_game(game, spans);
        ++slow.total_games;
        test::for_each_position(
            game, spans, [&](uint32_t, const Position& position) { add_position(position, slow); });
    });
    EXPECT_GT(slow.total_positions, 0U);
    EXPECT_TRUE(counter.result() == slow);
}

TEST(Heatmap, EqualsTheSumOverPositions) {
    expect_equal_to_slow_count(test::GameSet(test::sample_games()).corpus());
    expect_equal_to_slow_count(test::GameSet(test::classics_pgn()).corpus());
}

TEST(Heatmap, EqualsTheSumOverPositionsOfManyGames) {
    const char* shared = std::getenv("EDGE_SHARED");
    if (shared == nullptr) GTEST_SKIP() << "EDGE_SHARED is not set";
    const auto pgn = std::filesystem::path(shared) / "corpora" / "famous_games.pgn";
    expect_equal_to_slow_count(test::GameSet(pgn).corpus());
}

TEST(Heatmap, OfNoGameIsEmpty) { EXPECT_TRUE(HeatmapCounter().result() == Heatmap()); }

TEST(Heatmap, AddsUp) {
    const test::GameSet set(test::classics_pgn());
    HeatmapCounter all;
    std::array<HeatmapCounter, 2> halves;
    test::for_each_game_with_spans(set.corpus(),
                                   [&](uint64_t id, corpus::GamePlace, const corpus::GameView& game,
                                       const std::vector<PlySpan>& spans) {
                                       all.add_game(game, spans);
                                       halves[id % 2].add_game(game, spans);
                                   });
    Heatmap sum = halves[0].result();
    sum += halves[1].result();
    EXPECT_TRUE(sum == all.result());
}

TEST(Heatmap, KeepsOnlyTheKindsGiven) {
    HeatmapCounter counter;
    const test::GameSet set(test::sample_games());
    const corpus::GameView game = set.corpus().game(0).value();
    counter.add_game(game, std::vector<PlySpan>{{0, game.plies()}});
    Heatmap heatmap = counter.result();
    heatmap.keep_kinds(1U << index(PieceType::Knight));
    for (size_t plane = 0; plane < kHeatmapPlanes; ++plane) {
        const auto& counts = heatmap.counts[plane];
        const uint64_t pieces = std::accumulate(counts.begin(), counts.end(), uint64_t{0});
        const bool knights = kind_of_plane(plane) == PieceType::Knight;
        EXPECT_EQ(pieces, knights ? 2 * heatmap.total_positions : 0) << kPlaneLetters[plane];
    }
}

// Counts of senseless moves are still those of boards: at most one piece on a square.
TEST(Heatmap, TakesAnyBytesAsMoves) {
    for (uint64_t seed = 0; seed < 50; ++seed) {
        const test::RecordOfAnyBytes record(seed, 200);
        HeatmapCounter counter;
        counter.add_game(record.view(), test::some_spans(seed, 200));
        const Heatmap heatmap = counter.result();
        for (unsigned square = 0; square < 64; ++square) {
            uint64_t pieces = 0;
            for (const HeatmapPlane& plane : heatmap.counts) {
                EXPECT_LE(plane[square], heatmap.total_positions);
                pieces += plane[square];
            }
            EXPECT_LE(pieces, heatmap.total_positions);
        }
    }
}

TEST(Heatmap, FoldsAQueryOnAnyNumberOfThreads) {
    const test::GameSet set(test::classics_pgn());
    const Query all = Query::prepare(set.corpus(), Expr{All{}}).value();
    HeatmapCounter counter;
    (void)corpus::for_each_game(
        set.corpus(), [&](uint64_t, corpus::GamePlace, const corpus::GameView& game) -> Status {
            counter.add_game(game, std::vector<PlySpan>{{0, game.plies()}});
            return {};
        });
    for (const unsigned threads : {1U, 3U}) {
        EXPECT_TRUE(fold_heatmap(all, {}, {threads, {}}).value() == counter.result());
    }
}

}  // namespace
}  // namespace edge::query
