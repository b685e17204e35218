#include "index/indexer.h"

#include <fmt/format.h>

#include <chrono>
#include <system_error>

#include "core/disk.h"
#include "core/output_dir.h"
#include "core/parallel.h"
#include "core/utc_stamp.h"
#include "corpus/meta.h"
#include "index/add.h"
#include "index/index_inputs.h"
#include "index/index_run.h"
#include "index/new_corpus.h"
#include "index/skip_duplicates.h"

namespace edge::indexing {

namespace fs = std::filesystem;

namespace {

corpus::Meta meta_of(const IndexOptions& options, const IndexedInputs& indexed) {
    const IndexReport& report = indexed.report;
    corpus::Meta meta;
    meta.num_shards = report.shards;
    meta.total_games = report.games;
    meta.total_moves = report.plies;
    meta.source_pgn_size = indexed.size;
    if (options.tree) {
        meta.tree_plies = report.tree_plies;
        meta.tree_min_games = options.tree_min_games.value_or(1);
        meta.tree_hash = "polyglot";
        meta.tree_sorted = "1";
    }
    for (const IndexedSource& source : indexed.sources) meta.sources.push_back(source.meta);
    return meta;
}

// Runs without a name of their own do not get in each other's way, also within one second.
Result<OutputDir> create_output(const IndexOptions& options, const std::string& stem) {
    if (options.out.empty()) {
        return OutputDir::create_numbered(fmt::format("{}.{}.scoredb", stem, utc_stamp()));
    }
    for (const std::string& input : options.inputs) {
        std::error_code error;
        if (!fs::equivalent(input, options.out, error)) continue;
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{} is what the games are read from; expected another output",
                                options.out.string()));
    }
    return OutputDir::create(options.out, options.force);
}

}  // namespace

Result<IndexReport> index_games(const IndexOptions& options) {
    if (!options.append.empty()) return add_games(options);
    const auto begin = std::chrono::steady_clock::now();
    if (options.inputs.empty()) {
        return fail(ErrorCode::InvalidArgument,
                    "nothing to index: expected at least one file of games");
    }
    const auto inputs = EDGE_TRY(open_index_inputs(options));
    const std::string stem = formats::default_stem(options.inputs.front());
    const std::string stamp = utc_stamp();
    auto directory = EDGE_TRY(create_output(options, stem));
    EDGE_CHECK(make_directory(directory.path() / "bitmaps"));
    const IndexTarget target{.directory = directory.path(), .known_sizes = {}};
    auto indexed = EDGE_TRY(options.skip_duplicates ? index_candidates(options, inputs, target)
                                                    : index_into(options, inputs, target));
    if (options.skip_duplicates) {
        EDGE_CHECK(skip_duplicates(options, inputs, nullptr, directory.path(), indexed));
    }
    corpus::Meta meta = meta_of(options, indexed);
    meta.source_pgn_stem = stem;
    meta.indexed_at = stamp;
    const unsigned threads = options.threads != 0 ? options.threads : default_threads();
    EDGE_CHECK(add_checksums(directory.path(), threads, options.is_cancelled, meta));
    EDGE_CHECK(write_meta(directory.path(), meta));
    IndexReport& report = indexed.report;
    report.corpus_bytes = bytes_below(directory.path());
    EDGE_CHECK(directory.commit());
    std::error_code error;
    report.corpus = options.out.empty() ? directory.target()
                                        : fs::absolute(options.out, error).lexically_normal();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    report.seconds = elapsed.count();
    return std::move(report);
}

}  // namespace edge::indexing
