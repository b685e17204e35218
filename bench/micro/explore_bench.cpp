// Latency of explorer answers in a running process, its pages resident: about all games, and about
// a known set of them. EDGE_BENCH_CORPUS names the corpus, EDGE_BENCH_SEGMENTS one of the same
// games whose tree is in several segments.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "chess/position_text.h"
#include "corpus/bitmap_layout.h"
#include "corpus/corpus.h"
#include "corpus/game_set.h"
#include "explorer/explorer.h"

namespace {

using edge::Position;

std::optional<edge::corpus::Corpus> open_named(const char* variable) {
    const char* path = std::getenv(variable);
    if (path == nullptr) return std::nullopt;
    auto result = edge::corpus::Corpus::open(path);
    if (!result) return std::nullopt;
    return std::move(*result);
}

const edge::corpus::Corpus* corpus() {
    static const auto opened = open_named("EDGE_BENCH_CORPUS");
    return opened ? &*opened : nullptr;
}

const edge::corpus::Corpus* corpus_in_segments() {
    static const auto opened = open_named("EDGE_BENCH_SEGMENTS");
    return opened ? &*opened : nullptr;
}

void explore_moves(benchmark::State& state, const char* moves) {
    const auto position = edge::play_moves(Position::start(), moves);
    if (corpus() == nullptr || !position) {
        state.SkipWithError("set EDGE_BENCH_CORPUS to a corpus with a tree");
        return;
    }
    for (auto _ : state) {
        auto answer = edge::explorer::explore(*corpus(), *position, {});
        benchmark::DoNotOptimize(answer);
    }
}

BENCHMARK_CAPTURE(explore_moves, start, "");
BENCHMARK_CAPTURE(explore_moves, e4_c5, "e4 c5");
BENCHMARK_CAPTURE(explore_moves, ruy_lopez, "e4 e5 Nf3 Nc6 Bb5");
BENCHMARK_CAPTURE(explore_moves, najdorf, "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6");
// No game of the samples goes this way, so this one is the scan of all games.
BENCHMARK_CAPTURE(explore_moves, outside_the_tree, "a3 h6 b3 g6 c3 f6 d3 e6");

constexpr const char* kTenPlies = "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5";
// In few games, so that most segments do not have it.
constexpr const char* kRare = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Bb7 d4";

// The same with a tree in segments.
void explore_segments(benchmark::State& state, const char* moves) {
    const auto position = edge::play_moves(Position::start(), moves);
    if (corpus_in_segments() == nullptr || !corpus_in_segments()->has_tree() || !position) {
        state.SkipWithError("set EDGE_BENCH_SEGMENTS to a corpus with a tree");
        return;
    }
    for (auto _ : state) {
        auto answer = edge::explorer::explore(*corpus_in_segments(), *position, {});
        benchmark::DoNotOptimize(answer);
    }
    state.counters["segments"] = static_cast<double>(corpus_in_segments()->tree_segments().size());
}
BENCHMARK_CAPTURE(explore_moves, ten_plies, kTenPlies);
BENCHMARK_CAPTURE(explore_moves, rare, kRare);
BENCHMARK_CAPTURE(explore_segments, start, "");
BENCHMARK_CAPTURE(explore_segments, e4_c5, "e4 c5");
BENCHMARK_CAPTURE(explore_segments, ruy_lopez, "e4 e5 Nf3 Nc6 Bb5");
BENCHMARK_CAPTURE(explore_segments, najdorf, "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6");
BENCHMARK_CAPTURE(explore_segments, ten_plies, kTenPlies);
BENCHMARK_CAPTURE(explore_segments, rare, kRare);

// One in `step` games of the corpus.
const edge::corpus::GameSet* some_games(uint64_t step) {
    static std::map<uint64_t, edge::corpus::GameSet> sets;
    if (const auto found = sets.find(step); found != sets.end()) return &found->second;
    edge::Bitmap games(edge::corpus::bitmap_layout(*corpus()));
    for (uint64_t id = 0; id < corpus()->game_count(); id += step) {
        const auto place = corpus()->locate(id);
        games.set(place.shard, place.index);
    }
    auto set = edge::corpus::GameSet::of(*corpus(), games);
    if (!set) return nullptr;
    return &sets.emplace(step, std::move(*set)).first->second;
}

void explore_some(benchmark::State& state, const char* moves, uint64_t step, bool details) {
    const auto position = edge::play_moves(Position::start(), moves);
    if (corpus() == nullptr || !corpus()->has_tree_games() || !position) {
        state.SkipWithError("set EDGE_BENCH_CORPUS to a corpus with tree.games");
        return;
    }
    const edge::explorer::ExploreOptions options{.games = some_games(step), .details = details};
    for (auto _ : state) {
        auto answer = edge::explorer::explore(*corpus(), *position, options);
        benchmark::DoNotOptimize(answer);
    }
}
BENCHMARK_CAPTURE(explore_some, start_1_percent, "", 100, false);
BENCHMARK_CAPTURE(explore_some, start_10_percent, "", 10, false);
BENCHMARK_CAPTURE(explore_some, start_all, "", 1, false);
BENCHMARK_CAPTURE(explore_some, start_all_details, "", 1, true);
BENCHMARK_CAPTURE(explore_some, ten_plies_1_percent, kTenPlies, 100, false);
BENCHMARK_CAPTURE(explore_some, ten_plies_10_percent, kTenPlies, 10, false);
BENCHMARK_CAPTURE(explore_some, ten_plies_all, kTenPlies, 1, false);
BENCHMARK_CAPTURE(explore_some, ten_plies_all_details, kTenPlies, 1, true);

// Including how often games went on after each move.
void explore_continued(benchmark::State& state) {
    if (corpus() == nullptr) {
        state.SkipWithError("set EDGE_BENCH_CORPUS to a corpus with a tree");
        return;
    }
    for (auto _ : state) {
        auto answer = edge::explorer::explore(*corpus(), Position::start(), {.continued = true});
        benchmark::DoNotOptimize(answer);
    }
}
BENCHMARK(explore_continued);

// The positions of one game after another, so that no answer is still in the cache.
void answer_many(benchmark::State& state, const edge::corpus::Corpus* asked) {
    if (corpus() == nullptr || asked == nullptr) {
        state.SkipWithError("set EDGE_BENCH_CORPUS or EDGE_BENCH_SEGMENTS to a corpus with a tree");
        return;
    }
    constexpr uint64_t kGames = 2000;
    constexpr uint32_t kPlies = 30;
    std::vector<Position> positions;
    const uint64_t stride = std::max<uint64_t>(1, corpus()->game_count() / kGames);
    for (uint64_t id = 0; id < corpus()->game_count(); id += stride) {
        const auto game = corpus()->game(id);
        if (!game) continue;
        Position position = Position::start();
        for (uint32_t ply = 0; ply < std::min(kPlies, game->plies()); ++ply) {
            positions.push_back(position);
            position.make_move<edge::Maintain::BoardAndHash>(game->move(ply));
        }
    }
    size_t next = 0;
    for (auto _ : state) {
        // A large step through the list, so that consecutive requests are not about neighbouring
        // positions.
        next = (next + 7919) % positions.size();
        auto answer = edge::explorer::explore(*asked, positions[next], {});
        benchmark::DoNotOptimize(answer);
    }
}
void explore_many(benchmark::State& state) { answer_many(state, corpus()); }
void explore_many_segments(benchmark::State& state) { answer_many(state, corpus_in_segments()); }
BENCHMARK(explore_many);
BENCHMARK(explore_many_segments);

}  // namespace

BENCHMARK_MAIN();
