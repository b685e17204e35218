#include "scan_options.h"

#include "core/parallel.h"

namespace edge::cli {

query::RunOptions scan_options(const corpus::Corpus& corpus, unsigned threads, ProgressBar& bar) {
    uint64_t total_bytes = 0;
    for (uint32_t i = 0; i < corpus.shard_count(); ++i) {
        total_bytes += corpus.shard(i).moves_bytes().size();
    }
    query::RunOptions options;
    options.threads = threads == 0 ? default_threads() : threads;
    options.on_progress = [&corpus, &bar, total_bytes](uint64_t games) {
        const double share = static_cast<double>(games) / static_cast<double>(corpus.game_count());
        bar.update(static_cast<uint64_t>(share * static_cast<double>(total_bytes)), total_bytes,
                   games);
        return true;
    };
    return options;
}

}  // namespace edge::cli
