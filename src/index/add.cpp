// The order of the steps is what makes an add safe; corpus/commit.h says why.
#include "index/add.h"

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "core/damage.h"
#include "core/directory_lock.h"
#include "core/disk.h"
#include "core/output_dir.h"
#include "core/parallel.h"
#include "core/utc_stamp.h"
#include "corpus/commit.h"
#include "corpus/corpus.h"
#include "index/grow_bitmaps.h"
#include "index/index_inputs.h"
#include "index/index_run.h"
#include "index/known_sources.h"
#include "index/skip_duplicates.h"
#include "index/source_span.h"
#include "index/tree_segments.h"

namespace edge::indexing {

namespace fs = std::filesystem;

namespace {

Status check_request(const IndexOptions& options) {
    const auto refuse = [](std::string sentence) {
        return fail(ErrorCode::InvalidArgument, std::move(sentence));
    };
    if (options.inputs.empty()) {
        return refuse("nothing to add: expected at least one file of games");
    }
    if (!options.out.empty() || options.force) {
        return refuse("games are added to the corpus itself: expected no other output");
    }
    for (const std::string& input : options.inputs) {
        std::error_code error;
        if (!fs::equivalent(input, options.append, error)) continue;
        return refuse(
            fmt::format("{} is what the games are added to; expected other games", input));
    }
    return {};
}

// The tree of the new games has to be of the same kind as that of the corpus.
Result<IndexOptions> options_for(const IndexOptions& asked, const corpus::Corpus& corpus) {
    const corpus::Meta& meta = corpus.meta();
    IndexOptions options = asked;
    const auto refuse = [&](std::string found) {
        return fail(ErrorCode::InvalidArgument, fmt::format("{}: {}", corpus.path(), found));
    };
    if (!meta.tree_plies && !corpus.has_tree()) {
        if (asked.tree_plies || asked.tree_min_games) {
            return refuse(
                "the corpus has no tree, so none can be made of the games that are added");
        }
        options.tree = false;
        return options;
    }
    if (!asked.tree)
        return refuse("the corpus has a tree, which the games that are added need, too");
    if (!meta.has_polyglot_tree() || !meta.tree_plies) {
        return fail(ErrorCode::Unsupported,
                    fmt::format("{}: the tree of another program, to which no games can be added; "
                                "expected tree_hash=polyglot and tree_plies in meta",
                                corpus.path()));
    }
    EDGE_CHECK(corpus.check_tree());
    const uint32_t plies = *meta.tree_plies == 0 ? kAllPlies : *meta.tree_plies;
    if (asked.tree_plies.value_or(plies) != plies) {
        return refuse(
            fmt::format("its tree has a depth of {}, expected the same for the games "
                        "that are added",
                        plies == kAllPlies ? "all plies" : fmt::format("{} plies", plies)));
    }
    const uint32_t min_games = meta.tree_min_games.value_or(1);
    if (asked.tree_min_games.value_or(min_games) != min_games) {
        return refuse(
            fmt::format("its tree has positions of {} games or more, expected the same "
                        "for the games that are added",
                        min_games));
    }
    options.tree_plies = plies;
    options.tree_min_games = min_games;
    options.tree_games = asked.tree_games && corpus.has_tree_games();
    return options;
}

bool has_recognisable(const std::vector<IndexedSource>& sources) {
    return std::ranges::any_of(
        sources, [](const IndexedSource& source) { return source.meta.hash.has_value(); });
}

// One call of add_games, with the corpus locked.
class Addition {
public:
    Addition(IndexOptions options, const corpus::Corpus& corpus)
        : options_(std::move(options)),
          corpus_(corpus),
          known_(corpus.meta()),
          threads_(options_.threads != 0 ? options_.threads : default_threads()) {}

    Result<IndexReport> run();

private:
    Status drop_known_inputs();
    Result<IndexedInputs> index_inputs(std::optional<OutputDir>& work);
    bool drop_known(const std::vector<IndexedSource>& read);
    Status move_shards(const fs::path& work, uint32_t shards);
    Status put_in_place(const IndexedInputs& indexed, const TreeUpdate& tree, const fs::path& work);
    Status commit(const IndexedInputs& indexed, const TreeUpdate& tree);
    void describe(IndexReport& report) const;

    const IndexOptions options_;
    const corpus::Corpus& corpus_;
    const KnownSources known_;
    const unsigned threads_;
    std::vector<formats::GameInput> inputs_;
    std::vector<std::string> known_inputs_;  // that add nothing
    corpus::Meta meta_ = corpus_.meta();     // as it will be
    uint64_t first_offset_ = 0;
};

Status Addition::drop_known_inputs() {
    std::vector<formats::GameInput> fresh;
    for (formats::GameInput& input : inputs_) {
        if (EDGE_TRY(known_.has(input, threads_))) {
            known_inputs_.push_back(input.name);
        } else {
            fresh.push_back(std::move(input));
        }
    }
    inputs_ = std::move(fresh);
    return {};
}

// The sizes of some inputs are known only at the end. True when one was there already.
bool Addition::drop_known(const std::vector<IndexedSource>& read) {
    std::vector<formats::GameInput> fresh;
    for (size_t i = 0; i < read.size(); ++i) {
        if (known_.has(read[i].meta)) {
            known_inputs_.push_back(inputs_[i].name);
        } else {
            fresh.push_back(std::move(inputs_[i]));
        }
    }
    inputs_ = std::move(fresh);
    return inputs_.size() != read.size();
}

Result<IndexedInputs> Addition::index_inputs(std::optional<OutputDir>& work) {
    for (;;) {
        if (inputs_.empty()) return IndexedInputs{};
        work.reset();
        work.emplace(EDGE_TRY(OutputDir::create(fs::path(corpus_.path()) / "add", false)));
        const IndexTarget target{.directory = work->path(),
                                 .first_offset = first_offset_,
                                 .known_sizes = known_.sizes()};
        auto indexed =
            EDGE_TRY(options_.skip_duplicates ? index_candidates(options_, inputs_, target)
                                              : index_into(options_, inputs_, target));
        if (!drop_known(indexed.sources)) return indexed;
        const bool can_read_again = std::ranges::none_of(
            inputs_, [](const formats::GameInput& input) { return input.is_stream(); });
        if (!can_read_again) {
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("{} is in the corpus already and was read together with a "
                                    "stream, which cannot be read again; nothing was added",
                                    known_inputs_.back()));
        }
    }
}

Status Addition::move_shards(const fs::path& work, uint32_t shards) {
    const fs::path to = fs::path(corpus_.path()) / "shards";
    for (uint32_t shard = 0; shard < shards; ++shard) {
        for (const char* ending : {".moves", ".gameidx", ".dict", ".cols", ".extra"}) {
            const fs::path from = work / "shards" / fmt::format("{}{}", shard, ending);
            std::error_code error;
            if (!fs::exists(from, error)) continue;
            EDGE_CHECK(
                rename_file(from, to / fmt::format("{}{}", corpus_.shard_count() + shard, ending)));
        }
    }
    return sync_directory(to);
}

Status Addition::commit(const IndexedInputs& indexed, const TreeUpdate& tree) {
    const IndexReport& report = indexed.report;
    meta_.num_shards += report.shards;
    meta_.total_games += report.games;
    meta_.total_moves += report.plies;
    meta_.source_pgn_size = meta_.source_pgn_size.value_or(0) + indexed.size;
    meta_.indexed_at = utc_stamp();
    if (report.games > 0) meta_.tree_segments = tree.segments;
    meta_.sources = sources_of(corpus_);
    for (const IndexedSource& source : indexed.sources) meta_.sources.push_back(source.meta);
    return corpus::commit_change(corpus_.path(), meta_,
                                 {.threads = threads_, .is_cancelled = options_.is_cancelled});
}

Status Addition::put_in_place(const IndexedInputs& indexed, const TreeUpdate& tree,
                              const fs::path& work) {
    EDGE_CHECK(move_shards(work, indexed.report.shards));
    EDGE_CHECK(tree.put_in_place(corpus_.path()));
    return commit(indexed, tree);
}

void Addition::describe(IndexReport& report) const {
    std::error_code error;
    report.corpus = fs::absolute(corpus_.path(), error).lexically_normal();
    report.added = IndexReport::Added{.first_game = corpus_.game_count(),
                                      .total_games = meta_.total_games,
                                      .total_shards = meta_.num_shards,
                                      .tree_segments = corpus::tree_segments_of(meta_).size(),
                                      .known_sources = known_inputs_};
}

Result<IndexReport> Addition::run() {
    first_offset_ = end_of_sources(corpus_);
    inputs_ = EDGE_TRY(open_index_inputs(options_));
    EDGE_CHECK(drop_known_inputs());
    std::optional<OutputDir> work;
    IndexedInputs indexed = EDGE_TRY(index_inputs(work));
    IndexReport& report = indexed.report;
    const bool had_games = report.games > 0;
    if (options_.skip_duplicates && had_games) {
        EDGE_CHECK(skip_duplicates(options_, inputs_, &corpus_, work->path(), indexed));
    }
    // All games of a source can be duplicates: it is then recognised when it comes again.
    if (report.games > 0 || (had_games && has_recognisable(indexed.sources))) {
        TreeUpdate tree;
        if (options_.tree && report.games > 0) {
            tree = EDGE_TRY(update_tree(
                corpus_, work->path(), report.games,
                {.min_games = *options_.tree_min_games, .is_cancelled = options_.is_cancelled}));
            report.tree.edges = tree.tree.edges;
            report.tree.games = tree.tree.games;
        }
        if (report.games > 0) report.corpus_bytes = bytes_below(work->path());
        const Status changed = put_in_place(indexed, tree, work->path());
        if (!changed) {
            corpus::drop_change(corpus_.path(), corpus_.meta());
            return tl::unexpected(changed.error());
        }
        // What these are about is that the corpus has games twice.
        if (!options_.skip_duplicates) {
            std::ranges::move(known_.warnings(indexed.sources),
                              std::back_inserter(report.warnings));
        }
        const auto grown = EDGE_TRY(corpus::Corpus::open(corpus_.path()));
        std::ranges::move(grow_bitmaps(grown), std::back_inserter(report.warnings));
    }
    describe(report);
    return std::move(report);
}

}  // namespace

Result<IndexReport> add_games(const IndexOptions& options) {
    const auto begin = std::chrono::steady_clock::now();
    EDGE_CHECK(check_request(options));
    LockOptions lock_options = options.lock;
    lock_options.is_cancelled = options.is_cancelled;
    const auto lock = EDGE_TRY(DirectoryLock::take(options.append, lock_options));
    const auto corpus = EDGE_TRY(corpus::Corpus::open(options.append));
    const IndexOptions same_kind = EDGE_TRY(options_for(options, corpus));
    corpus::tidy(corpus.path(), corpus.meta());
    IndexReport report = EDGE_TRY(Addition(same_kind, corpus).run());
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    report.seconds = elapsed.count();
    return report;
}

}  // namespace edge::indexing
