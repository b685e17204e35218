#include "index/skip_duplicates.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "bitmap/bitmap.h"
#include "core/default_memory.h"
#include "core/disk.h"
#include "core/for_each_number.h"
#include "core/parallel.h"
#include "corpus/bitmap_layout.h"
#include "corpus/player_aliases.h"
#include "index/game_families.h"
#include "index/new_corpus.h"
#include "index/new_duplicates.h"
#include "index/shard_copy.h"
#include "index/shard_list.h"
#include "tree/corpus_tuples.h"
#include "tree/tree_builder.h"

namespace edge::indexing {

namespace fs = std::filesystem;
using corpus::Corpus;
using formats::IssueReason;

namespace {

fs::path candidates_in(const fs::path& directory) { return directory / "candidates"; }

// Shards without anything else, as a corpus.
Result<Corpus> open_shards(const fs::path& directory, const IndexReport& report) {
    corpus::Meta meta;
    meta.num_shards = report.shards;
    meta.total_games = report.games;
    meta.total_moves = report.plies;
    EDGE_CHECK(write_meta(directory, meta));
    return Corpus::open(directory.string());
}

// One call of skip_duplicates.
class Skipping {
public:
    Skipping(const IndexOptions& options, const std::vector<formats::GameInput>& inputs,
             const Corpus* corpus, fs::path directory, IndexedInputs& indexed)
        : options_(options),
          inputs_(inputs),
          corpus_(corpus),
          directory_(std::move(directory)),
          indexed_(indexed),
          report_(indexed.report),
          threads_(options.threads != 0 ? options.threads : default_threads()),
          first_new_(corpus != nullptr ? corpus->game_count() : 0) {}

    Status run();

private:
    Status find(const Corpus& candidates);
    Status copy_kept(const Corpus& candidates);
    Status report_all(const Corpus& candidates);
    Status report_one(const Corpus& candidates, const Duplicate& pair);
    uint64_t id_of_kept(uint32_t game) const;
    Status make_tree();

    const IndexOptions& options_;
    const std::vector<formats::GameInput>& inputs_;
    const Corpus* corpus_;
    const fs::path directory_;
    const IndexedInputs& indexed_;
    IndexReport& report_;
    const unsigned threads_;
    const uint64_t first_new_;
    std::vector<Duplicate> duplicates_;  // by id of the dropped game
};

Status Skipping::find(const Corpus& candidates) {
    ShardList shards = corpus_ != nullptr ? ShardList(*corpus_) : ShardList(candidates);
    if (corpus_ != nullptr) shards.append(candidates);
    EDGE_CHECK(check_game_ids(corpus_ != nullptr ? corpus_->path() : directory_.string(),
                              shards.game_count()));
    const corpus::PlayerAliases none;
    const corpus::PlayerAliases* aliases = &none;
    if (corpus_ != nullptr) aliases = EDGE_TRY(corpus_->aliases());
    duplicates_ = EDGE_TRY(find_new_duplicates(shards, *aliases,
                                               {.first_new = static_cast<uint32_t>(first_new_),
                                                .threads = threads_,
                                                .is_cancelled = options_.is_cancelled}));
    return {};
}

Status Skipping::copy_kept(const Corpus& candidates) {
    const fs::path to = directory_ / "shards";
    if (duplicates_.empty()) return rename_file(candidates_in(directory_) / "shards", to);
    EDGE_CHECK(make_directory(to));
    Bitmap dropped(corpus::bitmap_layout(candidates));
    for (const Duplicate& pair : duplicates_) {
        const corpus::GamePlace place = candidates.locate(pair.dropped - first_new_);
        dropped.set(place.shard, place.index);
    }
    std::vector<Result<CopiedGames>> copied(candidates.shard_count());
    for_each_number(copied.size(), threads_, [&](unsigned, uint64_t number) {
        const auto shard = static_cast<uint32_t>(number);
        const auto is_kept = [&, shard](uint32_t game) { return !dropped.test(shard, game); };
        copied[number] = copy_shard({.stem = to / fmt::format("{}", number),
                                     .parts = {{&candidates.shard(shard), is_kept}},
                                     .cols = options_.cols,
                                     .is_cancelled = options_.is_cancelled});
        return copied[number].has_value();
    });
    report_.plies = 0;
    for (const auto& shard : copied) {
        if (!shard) return tl::unexpected(shard.error());
        report_.plies += shard->plies;
    }
    return {};
}

// In the corpus as it will be.
uint64_t Skipping::id_of_kept(uint32_t game) const {
    const auto dropped_before =
        std::ranges::lower_bound(duplicates_, game, {}, &Duplicate::dropped) - duplicates_.begin();
    return game - static_cast<uint64_t>(dropped_before);
}

Status Skipping::report_one(const Corpus& candidates, const Duplicate& pair) {
    const uint64_t number = pair.dropped - first_new_;
    const corpus::GamePlace place = candidates.locate(number);
    const corpus::Shard& shard = candidates.shard(place.shard);
    const corpus::GameView view = EDGE_TRY(shard.game(place.index));
    const corpus::GameHeader header = view.header();
    ++report_.issue_counts[static_cast<size_t>(IssueReason::Duplicate)];
    if (const auto reason = indexed_.origins.truncated(header.pgn_offset)) {
        --report_.truncated;
        --report_.issue_counts[static_cast<size_t>(*reason)];
    }
    const bool is_one_of_first = report_.first_issues.size() < IndexReport::kFirstIssues;
    if (!options_.on_issue && !is_one_of_first) return {};
    const GameOrigin origin = indexed_.origins.of(number);
    LocatedIssue located{.issue = {.reason = IssueReason::Duplicate,
                                   .game_at = header.pgn_offset,
                                   .at = header.pgn_offset,
                                   .plies = view.plies(),
                                   .text = fmt::format("game {}", id_of_kept(pair.kept)),
                                   .white = std::string(EDGE_TRY(shard.name(header.white_name))),
                                   .black = std::string(EDGE_TRY(shard.name(header.black_name))),
                                   .place = origin.place},
                         .file = inputs_[origin.input].name,
                         .line = origin.line};
    if (options_.on_issue) EDGE_CHECK(options_.on_issue(located));
    if (is_one_of_first) report_.first_issues.push_back(std::move(located));
    return {};
}

Status Skipping::report_all(const Corpus& candidates) {
    report_.games -= duplicates_.size();
    for (const Duplicate& pair : duplicates_) EDGE_CHECK(report_one(candidates, pair));
    return {};
}

Status Skipping::make_tree() {
    const Corpus kept = EDGE_TRY(open_shards(directory_, report_));
    const uint64_t memory = options_.memory != 0 ? options_.memory : default_memory();
    tree::TreeBuilder tree(directory_, memory / 2);
    EDGE_CHECK(tree::add_corpus_tuples(kept, {0, kept.game_count()}, nullptr,
                                       options_.tree_plies.value_or(kDefaultTreePlies), threads_,
                                       tree));
    EDGE_CHECK(write_tree(options_, threads_, tree, report_));
    return remove_file(directory_ / "meta");  // which only opening them needed
}

Status Skipping::run() {
    {
        const Corpus candidates = EDGE_TRY(open_shards(candidates_in(directory_), report_));
        EDGE_CHECK(find(candidates));
        if (!duplicates_.empty() && duplicates_.size() == report_.games) {
            report_.shards = 0;
            report_.plies = 0;
        } else {
            EDGE_CHECK(copy_kept(candidates));
        }
        EDGE_CHECK(report_all(candidates));
    }
    std::error_code error;
    fs::remove_all(candidates_in(directory_), error);
    if (error) {
        return fail(ErrorCode::Io,
                    fmt::format("cannot remove {}: {}", candidates_in(directory_).string(),
                                error.message()));
    }
    return options_.tree && report_.shards > 0 ? make_tree() : Status{};
}

}  // namespace

Result<IndexedInputs> index_candidates(const IndexOptions& options,
                                       const std::vector<formats::GameInput>& inputs,
                                       const IndexTarget& target) {
    IndexOptions without_tree = options;
    without_tree.tree = false;
    IndexTarget candidates = target;
    candidates.directory = candidates_in(target.directory);
    EDGE_CHECK(make_directory(candidates.directory));
    return index_into(without_tree, inputs, candidates);
}

Status skip_duplicates(const IndexOptions& options, const std::vector<formats::GameInput>& inputs,
                       const corpus::Corpus* corpus, const fs::path& directory,
                       IndexedInputs& indexed) {
    return Skipping(options, inputs, corpus, directory, indexed).run();
}

}  // namespace edge::indexing
