#include "tree/filtered_tree.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "core/atomic_file.h"
#include "core/default_memory.h"
#include "core/output_dir.h"
#include "core/parallel.h"
#include "corpus/tree.h"
#include "tree/corpus_tuples.h"
#include "tree/tree_builder.h"

namespace edge::tree {

namespace fs = std::filesystem;

namespace {

// Only stand-alone trees may be replaced: the tree of a corpus belongs to all its games, and other
// files are not overwritten.
Status check_replaceable(const std::string& path, bool force) {
    std::error_code error;
    const fs::path folder = fs::absolute(path, error).parent_path();
    if (fs::is_regular_file(folder / "meta", error) && fs::is_directory(folder / "shards", error)) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{} is inside a corpus, whose files are not written", path));
    }
    if (!force || !fs::exists(path, error)) return {};
    if (corpus::Tree::open(path, false)) return {};
    return fail(ErrorCode::Io,
                fmt::format("{}: exists and is not a tree.dat, so it is not replaced", path));
}

}  // namespace

Result<SavedTree> save_filtered_tree(const corpus::Corpus& corpus, const Bitmap* games,
                                     const SaveTreeOptions& options) {
    EDGE_CHECK(check_replaceable(options.path, options.force));
    const unsigned threads = options.threads != 0 ? options.threads : default_threads();
    const uint64_t memory = options.memory != 0 ? options.memory : default_memory();
    EDGE_CHECK(AtomicFile::check(options.path, options.force));
    // Next to the target, so that the finished file can be moved there; everything else in it is
    // removed.
    const auto spool = EDGE_TRY(OutputDir::create(options.path + "-spool", false));
    TreeBuilder builder(spool.path(), memory / 2);
    const corpus::Meta& meta = corpus.meta();
    EDGE_CHECK(add_corpus_tuples(corpus, {0, corpus.game_count()}, games,
                                 meta.tree_plies.value_or(0), threads, builder));
    const auto summary = EDGE_TRY(builder.write({.min_games = meta.tree_min_games.value_or(1),
                                                 .threads = threads,
                                                 .game_count = std::nullopt}));
    EDGE_CHECK(AtomicFile::put_in_place(spool.path() / "tree.dat", options.path, options.force));
    return SavedTree{games == nullptr ? corpus.game_count() : games->count(), summary.edges};
}

}  // namespace edge::tree
