#include "tree/add_tree_games.h"

#include <fmt/format.h>

#include "core/atomic_file.h"
#include "core/damage.h"
#include "core/default_memory.h"
#include "core/output_dir.h"
#include "core/parallel.h"
#include "corpus/corpus.h"
#include "corpus/tree_games_writer.h"
#include "tree/corpus_tuples.h"
#include "tree/tree_builder.h"

namespace edge::tree {

namespace fs = std::filesystem;
using corpus::Corpus;
using corpus::Tree;

namespace {

Status check_corpus(const Corpus& corpus) {
    const std::string tree_path = corpus.path() + "/tree.dat";
    EDGE_CHECK(corpus.check_tree());
    if (corpus.tree() == nullptr) {
        return fail(ErrorCode::NotFound,
                    fmt::format("{}: no tree that can be used, expected one", tree_path));
    }
    if (!corpus.meta().has_polyglot_tree() || !corpus.meta().tree_plies) {
        return fail(ErrorCode::Unsupported,
                    fmt::format("{}: the tree of another engine, expected tree_hash=polyglot and "
                                "tree_plies in meta",
                                tree_path));
    }
    if (corpus.game_count() >= corpus::kMaxTreeGames) {
        return fail(ErrorCode::Unsupported,
                    fmt::format("{}: found {} games, expected fewer than 2^32 for tree.games",
                                corpus.path(), corpus.game_count()));
    }
    return {};
}

// The next edges of the tree must be these.
Status compare_edges(const Tree& tree, uint64_t first, const std::vector<corpus::Edge>& edges) {
    for (size_t i = 0; i < edges.size(); ++i) {
        if (first + i < tree.edge_count() && tree.edge(first + i) == edges[i]) continue;
        return corrupt(
            tree.path(), Tree::edges_offset(tree.bucket_count()) + (first + i) * corpus::kEdgeBytes,
            fmt::format("found another edge, expected {:016x} {:#06x} with {} games as the games "
                        "give it; verify the corpus for more",
                        edges[i].parent_hash, edges[i].move_id, edges[i].total));
    }
    return {};
}

}  // namespace

Result<AddTreeGamesReport> add_tree_games(const AddTreeGamesOptions& options) {
    const Corpus corpus = EDGE_TRY(Corpus::open(options.corpus));
    EDGE_CHECK(check_corpus(corpus));
    const Tree& tree = *corpus.tree();
    const unsigned threads = options.threads != 0 ? options.threads : default_threads();
    const uint64_t memory = options.memory != 0 ? options.memory : default_memory();

    // For temporary files: it never becomes part of the corpus.
    const auto spool = EDGE_TRY(OutputDir::create(fs::path(corpus.path()) / "tree-spool", false));
    TreeBuilder builder(spool.path(), memory / 2);
    EDGE_CHECK(add_corpus_tuples(corpus, nullptr, *corpus.meta().tree_plies, threads, builder));
    if (builder.bucket_count() != tree.bucket_count()) {
        return corrupt(tree.path(), 12,
                       fmt::format("found {} buckets, expected {} for this many plies",
                                   tree.bucket_count(), builder.bucket_count()));
    }
    const std::string games_path = corpus.path() + "/tree.games";
    auto aside = EDGE_TRY(AtomicFile::create(games_path, true));
    auto writer = EDGE_TRY(corpus::TreeGamesWriter::create(aside.file(), spool.path()));
    const TreeOptions tree_options{.min_games = corpus.meta().tree_min_games.value_or(1),
                                   .threads = threads,
                                   .game_count = corpus.game_count()};
    EDGE_CHECK(builder.sum(tree_options, [&](TreePart part) -> Status {
        if (auto status = compare_edges(tree, writer.edge_count(), part.edges); !status) {
            return status;
        }
        return writer.append(std::move(part.games));
    }));
    if (writer.edge_count() != tree.edge_count()) {
        return corrupt(tree.path(), 16,
                       fmt::format("found {} edges, expected the {} of the games",
                                   tree.edge_count(), writer.edge_count()));
    }
    EDGE_CHECK(writer.finish(corpus.game_count()));
    AddTreeGamesReport report{.corpus = {},
                              .games = corpus.game_count(),
                              .edges = writer.edge_count(),
                              .lists = writer.list_count(),
                              .bytes = aside.file().size()};
    EDGE_CHECK(aside.commit());
    std::error_code error;
    report.corpus = fs::absolute(options.corpus, error).lexically_normal();
    return report;
}

}  // namespace edge::tree
