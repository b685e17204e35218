#include "tree/add_tree_games.h"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/atomic_file.h"
#include "core/damage.h"
#include "core/default_memory.h"
#include "core/output_dir.h"
#include "core/parallel.h"
#include "corpus/commit.h"
#include "corpus/corpus.h"
#include "corpus/tree_games_writer.h"
#include "tree/corpus_tuples.h"
#include "tree/tree_builder.h"

namespace edge::tree {

namespace fs = std::filesystem;
using corpus::Corpus;
using corpus::Tree;
using corpus::TreeSegment;

namespace {

Status check_corpus(const Corpus& corpus) {
    const std::string tree_path = corpus.path() + "/tree.dat";
    EDGE_CHECK(corpus.check_tree());
    if (!corpus.has_tree()) {
        return fail(ErrorCode::NotFound,
                    fmt::format("{}: no tree that can be used, expected one", tree_path));
    }
    if (!corpus.meta().has_polyglot_tree() || !corpus.meta().tree_plies) {
        return fail(ErrorCode::Unsupported,
                    fmt::format("{}: the tree of another engine, expected tree_hash=polyglot and "
                                "tree_plies in meta",
                                tree_path));
    }
    for (const TreeSegment& segment : corpus.tree_segments()) {
        if (segment.game_count() < corpus::kMaxTreeGames) continue;
        return fail(ErrorCode::Unsupported,
                    fmt::format("{}: found {} games, expected fewer than 2^32 for tree.games",
                                segment.tree.path(), segment.game_count()));
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

struct Resources {
    unsigned threads;
    uint64_t memory;
};

// The file appears whole or not at all.
Status write_games(const Corpus& corpus, const TreeSegment& segment, const Resources& resources,
                   AddTreeGamesReport& report) {
    const Tree& tree = segment.tree;
    // For temporary files: it never becomes part of the corpus.
    const auto spool = EDGE_TRY(OutputDir::create(fs::path(corpus.path()) / "tree-spool", false));
    TreeBuilder builder(spool.path(), resources.memory / 2);
    EDGE_CHECK(add_corpus_tuples(corpus, {segment.first_game, segment.end_game}, nullptr,
                                 *corpus.meta().tree_plies, resources.threads, builder));
    if (builder.bucket_count() != tree.bucket_count()) {
        return corrupt(tree.path(), 12,
                       fmt::format("found {} buckets, expected {} for this many plies",
                                   tree.bucket_count(), builder.bucket_count()));
    }
    auto aside = EDGE_TRY(AtomicFile::create(corpus::tree_games_name(tree.path()), true));
    auto writer = EDGE_TRY(corpus::TreeGamesWriter::create(aside.file(), spool.path()));
    const TreeOptions tree_options{.min_games = corpus.meta().tree_min_games.value_or(1),
                                   .threads = resources.threads,
                                   .game_count = segment.game_count()};
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
    EDGE_CHECK(writer.finish(segment.game_count()));
    report.games += segment.game_count();
    report.edges += writer.edge_count();
    report.lists += writer.list_count();
    report.bytes += aside.file().size();
    return aside.commit();
}

}  // namespace

Result<AddTreeGamesReport> add_tree_games(const AddTreeGamesOptions& options) {
    const auto held = EDGE_TRY(DirectoryLock::take(options.corpus, options.lock));
    const Corpus corpus = EDGE_TRY(Corpus::open(options.corpus));
    EDGE_CHECK(check_corpus(corpus));
    corpus::tidy(corpus.path(), corpus.meta());
    const Resources resources{
        .threads = options.threads != 0 ? options.threads : default_threads(),
        .memory = options.memory != 0 ? options.memory : default_memory(),
    };
    std::vector<const TreeSegment*> segments;
    std::vector<std::string> names;
    for (const TreeSegment& segment : corpus.tree_segments()) {
        if (segment.games && !corpus.has_tree_games()) continue;
        segments.push_back(&segment);
        names.push_back(fs::path(corpus::tree_games_name(segment.tree.path())).filename());
    }
    const corpus::Meta meta = EDGE_TRY(corpus::unlist_files(corpus.path(), corpus.meta(), names));
    AddTreeGamesReport report;
    for (const TreeSegment* const segment : segments) {
        EDGE_CHECK(write_games(corpus, *segment, resources, report));
    }
    EDGE_CHECK(corpus::commit_change(corpus.path(), meta, {.threads = resources.threads}));
    std::error_code error;
    report.corpus = fs::absolute(options.corpus, error).lexically_normal();
    return report;
}

}  // namespace edge::tree
