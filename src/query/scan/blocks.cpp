#include "query/scan/blocks.h"

#include <algorithm>
#include <atomic>
#include <limits>

#include "core/for_each_number.h"

namespace edge::query {

std::vector<Block> blocks_of(const corpus::Corpus& corpus) {
    std::vector<Block> blocks;
    for (uint32_t shard = 0; shard < corpus.shard_count(); ++shard) {
        const uint32_t games = corpus.shard(shard).game_count();
        for (uint32_t first = 0; first < games; first += std::min(kBlockGames, games - first)) {
            blocks.push_back({shard, first, std::min(kBlockGames, games - first)});
        }
    }
    return blocks;
}

Status run_blocks(size_t count, const RunOptions& options,
                  const std::function<uint64_t(size_t number)>& games_of,
                  const std::function<Status(unsigned thread, size_t number)>& work) {
    struct Failure {
        uint64_t block = std::numeric_limits<uint64_t>::max();
        Status status;
    };
    const unsigned threads = std::max(1U, options.threads);
    std::vector<Failure> failures(threads);
    std::atomic<uint64_t> done = 0;
    std::atomic<bool> cancelled = false;
    for_each_number(count, threads, [&](unsigned thread, uint64_t number) {
        Status status = work(thread, number);
        if (!status) {
            failures[thread] = {number, std::move(status)};
            return false;
        }
        const uint64_t games = done += games_of(number);
        if (!options.on_progress || options.on_progress(games)) return true;
        cancelled = true;
        return false;
    });
    // Every block before a failed one was finished.
    const auto first = std::ranges::min_element(failures, {}, &Failure::block);
    if (!first->status) return std::move(first->status);
    if (cancelled) return fail(ErrorCode::Cancelled, "the query was cancelled");
    return {};
}

}  // namespace edge::query
