// The shards are copied one by one, on all threads; the tree is then made of the new corpus, which
// is opened for it in the directory that becomes the output.
#include "index/merge.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "bitmap/bitmap.h"
#include "bitmap/bitmap_file.h"
#include "bitmap/bitmap_name.h"
#include "core/atomic_file.h"
#include "core/content_hash.h"
#include "core/default_memory.h"
#include "core/disk.h"
#include "core/for_each_number.h"
#include "core/mapped_file.h"
#include "core/output_dir.h"
#include "core/parallel.h"
#include "core/utc_stamp.h"
#include "corpus/bitmap_layout.h"
#include "corpus/corpus.h"
#include "corpus/player_aliases.h"
#include "index/carried_collections.h"
#include "index/new_corpus.h"
#include "index/shard_copy.h"
#include "index/source_span.h"
#include "query/collections/stored_set.h"
#include "tree/corpus_tuples.h"
#include "tree/tree_builder.h"

namespace edge::indexing {

namespace fs = std::filesystem;
using corpus::Corpus;

namespace {

struct Source {
    Corpus corpus;
    Bitmap left_out;
    uint64_t first_offset;  // of its games in the new corpus
    uint32_t first_shard;

    bool keeps(uint32_t shard, uint32_t game) const { return !left_out.test(shard, game); }
};

Result<Bitmap> read_left_out(const MergeSource& asked, const Corpus& corpus) {
    if (asked.left_out.empty()) return Bitmap(corpus::bitmap_layout(corpus));
    return query::read_stored_set(corpus, asked.left_out);
}

Result<std::vector<Source>> open_sources(const std::vector<MergeSource>& asked) {
    std::vector<Source> sources;
    uint64_t offset = 0;
    uint32_t shards = 0;
    for (const MergeSource& source : asked) {
        auto corpus = EDGE_TRY(Corpus::open(source.corpus));
        auto left_out = EDGE_TRY(read_left_out(source, corpus));
        const uint64_t end = end_of_sources(corpus);
        const uint32_t count = corpus.shard_count();
        sources.push_back({std::move(corpus), std::move(left_out), offset, shards});
        offset += end;
        shards += count;
    }
    return sources;
}

// Calls visit(source, shard, game, number), the last being its number in the new shard, or none.
template <class Visit>
void for_each_game(const Source& source, Visit visit) {
    for (uint32_t shard = 0; shard < source.corpus.shard_count(); ++shard) {
        uint32_t number = 0;
        for (uint32_t game = 0; game < source.corpus.shard(shard).game_count(); ++game) {
            const bool is_kept = source.keeps(shard, game);
            visit(shard, game, is_kept ? std::optional(number) : std::nullopt);
            if (is_kept) ++number;
        }
    }
}

class Merge {
public:
    Merge(const MergeOptions& options, std::vector<Source> sources, fs::path directory)
        : options_(options),
          threads_(options.threads != 0 ? options.threads : default_threads()),
          memory_(options.memory != 0 ? options.memory : default_memory()),
          sources_(std::move(sources)),
          directory_(std::move(directory)) {}

    Result<MergeReport> write();
    Status write_ids(OutputFile& file) const;

private:
    Status copy_shards();
    corpus::Meta meta() const;
    Status write_tree(corpus::Meta& meta);
    Status carry_sets();
    Result<bool> carry_set(const Source& source, const std::string& name,
                           const std::string& new_name);
    Status ask_collections();
    Status carry_players();
    void warn_of_other_answers();

    const MergeOptions& options_;
    const unsigned threads_;
    const uint64_t memory_;
    const std::vector<Source> sources_;
    const fs::path directory_;
    BitmapLayout layout_;  // of the new corpus
    std::optional<ContentHash> id_;
    CarriedCollections collections_;
    MergeReport report_;
};

Status Merge::copy_shards() {
    struct Place {
        const Source* source;
        uint32_t shard;
    };
    std::vector<Place> places;
    for (const Source& source : sources_) {
        for (uint32_t shard = 0; shard < source.corpus.shard_count(); ++shard) {
            places.push_back({&source, shard});
        }
    }
    if (places.size() > corpus::kMaxShards) {
        return fail(ErrorCode::Unsupported, fmt::format("found {} shards, expected at most {}",
                                                        places.size(), corpus::kMaxShards));
    }
    EDGE_CHECK(make_directory(directory_ / "shards"));
    std::vector<Result<CopiedGames>> copied(places.size());
    for_each_number(places.size(), threads_, [&](unsigned, uint64_t number) {
        const auto [source, shard] = places[number];
        copied[number] = copy_shard(
            {.stem = directory_ / "shards" / fmt::format("{}", number),
             .parts = {{&source->corpus.shard(shard),
                        [source, shard](uint32_t game) { return source->keeps(shard, game); },
                        source->first_offset}},
             .is_cancelled = options_.is_cancelled});
        return copied[number].has_value();
    });
    for (const auto& shard : copied) {
        if (!shard) return tl::unexpected(shard.error());
        layout_.shard_games.push_back(static_cast<uint32_t>(shard->games));
        report_.games += shard->games;
        report_.plies += shard->plies;
    }
    report_.shards = static_cast<uint32_t>(places.size());
    for (const Source& source : sources_) report_.left_out += source.left_out.count();
    return sync_directory(directory_ / "shards");
}

corpus::Meta Merge::meta() const {
    corpus::Meta meta;
    const corpus::Meta& first = sources_.front().corpus.meta();
    meta.num_shards = report_.shards;
    meta.total_games = report_.games;
    meta.total_moves = report_.plies;
    meta.source_pgn_stem = first.source_pgn_stem;
    meta.indexed_at = utc_stamp();
    meta.unknown = first.unknown;
    for (const Source& source : sources_) {
        const auto size = source.corpus.meta().source_pgn_size;
        if (size) meta.source_pgn_size = meta.source_pgn_size.value_or(0) + *size;
        std::ranges::move(sources_of(source.corpus), std::back_inserter(meta.sources));
    }
    return meta;
}

// Opens the new corpus, which needs a meta for that.
Status Merge::write_tree(corpus::Meta& meta) {
    const corpus::Meta& first = sources_.front().corpus.meta();
    if (!sources_.front().corpus.has_tree() || !first.has_polyglot_tree() || !first.tree_plies) {
        return {};
    }
    EDGE_CHECK(write_meta(directory_, meta));
    const auto corpus = EDGE_TRY(Corpus::open(directory_.string()));
    tree::TreeBuilder builder(directory_, memory_ / 2);
    EDGE_CHECK(tree::add_corpus_tuples(corpus, {0, corpus.game_count()}, nullptr, *first.tree_plies,
                                       threads_, builder));
    tree::TreeOptions options{.min_games = first.tree_min_games.value_or(1),
                              .threads = threads_,
                              .game_count = {},
                              .is_cancelled = options_.is_cancelled};
    if (sources_.front().corpus.has_tree_games()) options.game_count = corpus.game_count();
    report_.edges = EDGE_TRY(builder.write(options)).edges;
    meta.tree_plies = first.tree_plies;
    meta.tree_min_games = options.min_games;
    meta.tree_hash = "polyglot";
    meta.tree_sorted = "1";
    return {};
}

// False, with a warning, when it cannot be read.
Result<bool> Merge::carry_set(const Source& source, const std::string& name,
                              const std::string& new_name) {
    const std::string path =
        fmt::format("{}/bitmaps/{}{}", source.corpus.path(), name, kBitmapExtension);
    const BitmapCorpus identity = corpus::bitmap_corpus(source.corpus);
    const auto old = source.corpus.at(
        path, [&](const std::string& file) { return read_bitmap(file, identity); });
    if (!old) {
        report_.warnings.push_back(old.error().message + "; not carried over");
        return false;
    }
    Bitmap set(layout_);
    for_each_game(source, [&](uint32_t shard, uint32_t game, std::optional<uint32_t> number) {
        if (number && old->test(shard, game)) set.set(source.first_shard + shard, *number);
    });
    EDGE_CHECK(write_bitmap(
        set, directory_ / "bitmaps" / fmt::format("{}{}", new_name, kBitmapExtension), false, id_));
    return true;
}

Status Merge::carry_sets() {
    EDGE_CHECK(make_directory(directory_ / "bitmaps"));
    std::set<std::string> taken;
    for (size_t number = 0; number < sources_.size(); ++number) {
        const Source& source = sources_[number];
        for (const std::string& name : list_bitmap_names(source.corpus.path(), kBitmapExtension)) {
            if (!check_bitmap_name(name)) continue;
            std::string new_name = collections_.find(number, source.corpus, name);
            if (new_name.empty()) {
                new_name = name;
                for (int i = 2; taken.contains(new_name); ++i) {
                    new_name = fmt::format("{}-{}", name, i);
                }
                if (!EDGE_TRY(carry_set(source, name, new_name))) continue;
                taken.insert(new_name);
            }
            if (const Status added = collections_.add(number, source.corpus, name, new_name);
                !added) {
                report_.warnings.push_back(added.error().message +
                                           "; its set was carried over without it");
            }
            report_.sets.push_back({source.corpus.path(), name, new_name});
        }
    }
    return {};
}

Status Merge::ask_collections() {
    const auto corpus = EDGE_TRY(Corpus::open(directory_.string()));
    auto warnings = EDGE_TRY(
        collections_.ask(corpus, {.threads = threads_, .on_progress = [this](uint64_t) {
                                      return !options_.is_cancelled || !options_.is_cancelled();
                                  }}));
    std::ranges::move(warnings, std::back_inserter(report_.warnings));
    return {};
}

Status Merge::carry_players() {
    bool has_players = false;
    for (const Source& source : sources_) {
        const std::string name(corpus::kPlayersFile);
        if (!source.corpus.directory().exists(name)) continue;
        if (std::exchange(has_players, true)) {
            report_.warnings.push_back(
                fmt::format("{}: its {} was not carried over, as another "
                            "corpus has one",
                            source.corpus.path(), name));
            continue;
        }
        const auto from = EDGE_TRY(MappedFile::open(source.corpus.directory(), name));
        auto to = EDGE_TRY(OutputFile::create(directory_ / name));
        EDGE_CHECK(to.append(from.text()));
        EDGE_CHECK(to.close(true));
    }
    return {};
}

void Merge::warn_of_other_answers() {
    for (const Source& source : sources_) {
        const auto names = source.corpus.directory().names_in("bitmaps");
        const auto others = std::ranges::count_if(names, [](const std::string& name) {
            return !name.ends_with(kBitmapExtension) &&
                   !name.ends_with(corpus::kCollectionExtension);
        });
        if (others == 0) continue;
        report_.warnings.push_back(
            fmt::format("{}: {} stored answers that are no sets were not "
                        "carried over",
                        source.corpus.path(), others));
    }
}

Result<MergeReport> Merge::write() {
    EDGE_CHECK(copy_shards());
    corpus::Meta meta = this->meta();
    EDGE_CHECK(write_tree(meta));
    EDGE_CHECK(add_checksums(directory_, threads_, options_.is_cancelled, meta));
    id_ = parse_content_hash(*meta.corpus_id);
    EDGE_CHECK(carry_sets());
    EDGE_CHECK(carry_players());
    warn_of_other_answers();
    EDGE_CHECK(write_meta(directory_, meta));
    EDGE_CHECK(ask_collections());
    report_.corpus_bytes = bytes_below(directory_);
    return std::move(report_);
}

Status Merge::write_ids(OutputFile& file) const {
    EDGE_CHECK(file.append("corpus,old,new\n"));
    uint64_t next = 0;
    for (size_t i = 0; i < sources_.size(); ++i) {
        uint64_t old = 0;
        std::string lines;
        for_each_game(sources_[i], [&](uint32_t, uint32_t, std::optional<uint32_t> number) {
            lines += fmt::format("{},{},", i, old++);
            if (number) lines += fmt::format("{}", next++);
            lines += '\n';
        });
        EDGE_CHECK(file.append(lines));
    }
    return {};
}

}  // namespace

Result<MergeReport> merge_corpora(const MergeOptions& options) {
    auto sources = EDGE_TRY(open_sources(options.sources));
    for (const MergeSource& source : options.sources) {
        std::error_code error;
        if (!fs::equivalent(source.corpus, options.out, error)) continue;
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{} is what the games are read from; expected another output",
                                source.corpus));
    }
    std::optional<AtomicFile> ids;
    if (!options.ids.empty()) {
        ids.emplace(EDGE_TRY(AtomicFile::create(options.ids, options.force)));
    }
    auto directory = EDGE_TRY(OutputDir::create(options.out, options.force));
    Merge merge(options, std::move(sources), directory.path());
    MergeReport report = EDGE_TRY(merge.write());
    if (ids) {
        EDGE_CHECK(merge.write_ids(ids->file()));
        EDGE_CHECK(ids->seal());
    }
    EDGE_CHECK(directory.commit());
    if (ids) EDGE_CHECK(ids->commit());
    std::error_code error;
    report.corpus = fs::absolute(options.out, error).lexically_normal();
    return report;
}

}  // namespace edge::indexing
