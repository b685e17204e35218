#include "index/compact.h"

#include <optional>

#include <fmt/format.h>

#include "core/default_memory.h"
#include "core/output_dir.h"
#include "core/parallel.h"
#include "corpus/commit.h"
#include "corpus/corpus.h"
#include "index/tree_segments.h"

namespace edge::indexing {

namespace fs = std::filesystem;

Result<CompactReport> compact_tree(const CompactOptions& options) {
    LockOptions lock_options = options.lock;
    lock_options.is_cancelled = options.is_cancelled;
    const auto lock = EDGE_TRY(DirectoryLock::take(options.corpus, lock_options));
    const auto corpus = EDGE_TRY(corpus::Corpus::open(options.corpus.string()));
    EDGE_CHECK(corpus.check_tree());
    if (!corpus.meta().has_polyglot_tree() || !corpus.meta().tree_plies) {
        return fail(ErrorCode::Unsupported,
                    fmt::format("{}: found no tree to compact, expected tree_hash=polyglot and "
                                "tree_plies in meta",
                                corpus.path()));
    }
    corpus::tidy(corpus.path(), corpus.meta());
    std::error_code error;
    CompactReport report{.corpus = fs::absolute(options.corpus, error).lexically_normal(),
                         .games = corpus.game_count(),
                         .segments_before = corpus::tree_segments_of(corpus.meta()).size(),
                         .segments = 1};
    const unsigned threads = options.threads != 0 ? options.threads : default_threads();
    const auto work = EDGE_TRY(OutputDir::create(fs::path(corpus.path()) / "compact", false));
    const auto update =
        EDGE_TRY(join_segments(corpus, work.path(),
                               {.threads = threads,
                                .memory = options.memory != 0 ? options.memory : default_memory(),
                                .is_cancelled = options.is_cancelled}));
    if (!update) return report;
    report.edges = update->tree.edges;
    corpus::Meta meta = corpus.meta();
    meta.tree_segments = update->segments;
    meta.tree_sorted = "1";
    Status changed = update->put_in_place(corpus.path());
    if (changed) {
        changed = corpus::commit_change(corpus.path(), meta,
                                        {.threads = threads, .is_cancelled = options.is_cancelled});
    }
    if (!changed) {
        corpus::drop_change(corpus.path(), corpus.meta());
        return tl::unexpected(changed.error());
    }
    return report;
}

}  // namespace edge::indexing
