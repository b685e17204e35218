// Size and speed of stored sets by density: 10 million games in 16 shards, of which each is in the
// set with a probability of one in as many as the argument says. Files are made and read in memory.
// docs/formats/bitmap.md has the results.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "bitmap/bitmap_file.h"

namespace edge {
namespace {

constexpr uint32_t kShards = 16;
constexpr uint32_t kShardGames = 625'000;
constexpr ContentHash kId{1, 2};

Bitmap random_set(int64_t one_in) {
    Bitmap bitmap({std::vector<uint32_t>(kShards, kShardGames)});
    std::mt19937_64 random(7);
    // From one game of the set to the next: as many draws as the set has games.
    std::geometric_distribution<uint64_t> gap(1.0 / static_cast<double>(one_in));
    for (uint64_t id = gap(random); id < uint64_t{kShards} * kShardGames; id += 1 + gap(random)) {
        bitmap.set(static_cast<uint32_t>(id / kShardGames),
                   static_cast<uint32_t>(id % kShardGames));
    }
    return bitmap;
}

std::string file_of(const Bitmap& bitmap, bool is_sparse) {
    return is_sparse ? format_sparse_bitmap(bitmap, kId) : format_dense_bitmap(bitmap);
}

void report(benchmark::State& state, const Bitmap& bitmap, const std::string& file) {
    state.counters["games"] = static_cast<double>(bitmap.count());
    state.counters["bytes"] = static_cast<double>(file.size());
}

void read_set(benchmark::State& state, bool is_sparse) {
    const Bitmap bitmap = random_set(state.range(0));
    const std::string file = file_of(bitmap, is_sparse);
    for (auto _ : state) {
        auto read = parse_bitmap(std::as_bytes(std::span(file)), "x.bm");
        benchmark::DoNotOptimize(read);
    }
    report(state, bitmap, file);
}

void count_set(benchmark::State& state, bool is_sparse) {
    const Bitmap bitmap = random_set(state.range(0));
    const std::string file = file_of(bitmap, is_sparse);
    for (auto _ : state) {
        auto summary = summarize_bitmap(std::as_bytes(std::span(file)), "x.bm");
        benchmark::DoNotOptimize(summary);
    }
    report(state, bitmap, file);
}

// With the choice of the version, which costs the size of the sparse file.
void write_set(benchmark::State& state, bool is_sparse) {
    const Bitmap bitmap = random_set(state.range(0));
    for (auto _ : state) {
        bool fits = is_sparse_enough(bitmap.layout(), sparse_bytes(bitmap));
        benchmark::DoNotOptimize(fits);
        std::string file = file_of(bitmap, is_sparse);
        benchmark::DoNotOptimize(file);
    }
    report(state, bitmap, file_of(bitmap, is_sparse));
}

void densities(benchmark::internal::Benchmark* bench) {
    for (const int64_t one_in : {1'000'000, 100'000, 10'000, 1'000, 200, 100, 50, 10, 2}) {
        bench->Arg(one_in);
    }
    bench->Unit(benchmark::kMicrosecond);
}

BENCHMARK_CAPTURE(read_set, dense, false)->Apply(densities);
BENCHMARK_CAPTURE(read_set, sparse, true)->Apply(densities);
BENCHMARK_CAPTURE(count_set, dense, false)->Apply(densities);
BENCHMARK_CAPTURE(count_set, sparse, true)->Apply(densities);
BENCHMARK_CAPTURE(write_set, dense, false)->Apply(densities);
BENCHMARK_CAPTURE(write_set, sparse, true)->Apply(densities);

}  // namespace
}  // namespace edge

BENCHMARK_MAIN();
