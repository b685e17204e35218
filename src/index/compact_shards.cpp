#include "index/compact_shards.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "core/damage.h"
#include "core/directory.h"
#include "core/disk.h"
#include "core/for_each_number.h"
#include "core/output_dir.h"
#include "core/parallel.h"
#include "corpus/bitmap_layout.h"
#include "corpus/checksums.h"
#include "corpus/commit.h"
#include "corpus/corpus.h"
#include "index/corpus_rest.h"
#include "index/indexer.h"
#include "index/joined_shards.h"
#include "index/new_corpus.h"
#include "index/shard_copy.h"
#include "index/shard_plan.h"
#include "index/source_span.h"

namespace edge::indexing {

namespace fs = std::filesystem;
using corpus::Corpus;
using corpus::FileChecksum;

namespace {

constexpr std::string_view kShardFileEndings[] = {".moves", ".gameidx", ".dict", ".cols", ".extra"};

std::string shard_file(uint32_t shard, std::string_view ending) {
    return fmt::format("shards/{}{}", shard, ending);
}

std::vector<PlannedShard> planned_shards(const Corpus& corpus) {
    std::vector<PlannedShard> shards;
    shards.reserve(corpus.shard_count());
    for (uint32_t shard = 0; shard < corpus.shard_count(); ++shard) {
        PlannedShard planned;
        for (const std::string_view ending : kShardFileEndings) {
            planned.bytes += corpus.directory().file_bytes(shard_file(shard, ending)).value_or(0);
        }
        planned.games = corpus.shard(shard).game_count();
        planned.has_tags = corpus.directory().exists(shard_file(shard, ".extra"));
        shards.push_back(planned);
    }
    return shards;
}

uint32_t wanted_shards(const Corpus& corpus, const CompactShardsOptions& options) {
    if (options.shards) return *options.shards;
    return default_shards(corpus.meta().source_pgn_size.value_or(end_of_sources(corpus)));
}

// What is copied gets new checksums, so damage must not be copied.
Status check_files(const Directory& corpus, const std::vector<FileChecksum>& expected,
                   unsigned threads, const std::function<bool()>& is_cancelled) {
    std::vector<std::string> names;
    names.reserve(expected.size());
    for (const FileChecksum& file : expected) names.push_back(file.name);
    const auto found = EDGE_TRY(corpus::checksums_of(corpus, names, threads, is_cancelled));
    for (size_t i = 0; i < found.size(); ++i) {
        if (found[i] == expected[i]) continue;
        const auto at = std::ranges::mismatch(found[i].blocks, expected[i].blocks).in1;
        const auto block = static_cast<uint64_t>(at - found[i].blocks.begin());
        return corrupt(corpus.path_of(names[i]).string(), block * kHashBlockBytes,
                       fmt::format("found {} bytes with the hash {}, expected {} with {}: the "
                                   "file was changed after it was written",
                                   found[i].size, to_hex(found[i].hash()), expected[i].size,
                                   to_hex(expected[i].hash())));
    }
    return {};
}

// One call of compact_shards, with the corpus locked.
class ShardJoin {
public:
    ShardJoin(const CompactShardsOptions& options, const Corpus& corpus, JoinedShards joined)
        : options_(options),
          threads_(options.threads != 0 ? options.threads : default_threads()),
          corpus_(corpus),
          joined_(std::move(joined)),
          rest_(corpus, joined_) {}

    Status run();
    std::vector<std::string> warnings() const { return warnings_; }

private:
    uint32_t new_shards() const { return static_cast<uint32_t>(joined_.firsts.size()); }
    Status check_running() const;
    Result<std::vector<FileChecksum>> checksums_to_keep() const;
    Status write_shards(const fs::path& to) const;
    Status link_shard(uint32_t number, const fs::path& to) const;
    Status join_shard(uint32_t number, const fs::path& to) const;
    Status write_meta_of(const fs::path& to, std::vector<FileChecksum> known) const;
    void carry_other_files(const fs::path& to);

    const CompactShardsOptions& options_;
    const unsigned threads_;
    const Corpus& corpus_;
    const JoinedShards joined_;
    CorpusRest rest_;
    std::vector<std::string> warnings_;
};

Status ShardJoin::check_running() const {
    if (!options_.is_cancelled || !options_.is_cancelled()) return {};
    return fail(ErrorCode::Cancelled, "joining shards was cancelled");
}

// Those of the files that the new corpus has, too, under their names there.
Result<std::vector<FileChecksum>> ShardJoin::checksums_to_keep() const {
    const corpus::Meta& meta = corpus_.meta();
    if (!meta.checksums) return std::vector<FileChecksum>();
    std::unordered_map<std::string, std::string> new_names;  // of the shards' files; empty: none
    for (uint32_t old = 0; old < corpus_.shard_count(); ++old) {
        const uint32_t shard = joined_.places[old].shard;
        const bool is_kept = joined_.is_as_before(shard);
        for (const std::string_view ending : kShardFileEndings) {
            new_names[shard_file(old, ending)] = is_kept ? shard_file(shard, ending) : "";
        }
    }
    std::vector<FileChecksum> kept;
    std::vector<FileChecksum> read;
    for (FileChecksum& file : EDGE_TRY(read_checksums(corpus_.directory(), *meta.checksums))) {
        const auto renamed = new_names.find(file.name);
        if (renamed != new_names.end() && renamed->second.empty()) {
            read.push_back(std::move(file));
            continue;
        }
        if (renamed != new_names.end()) file.name = renamed->second;
        kept.push_back(std::move(file));
    }
    EDGE_CHECK(check_files(corpus_.directory(), read, threads_, options_.is_cancelled));
    return kept;
}

Status ShardJoin::link_shard(uint32_t number, const fs::path& to) const {
    for (const std::string_view ending : kShardFileEndings) {
        const std::string name = shard_file(joined_.firsts[number], ending);
        if (!corpus_.directory().exists(name)) continue;
        EDGE_CHECK(
            link_or_copy(corpus_.directory().path_of(name), to / shard_file(number, ending)));
    }
    return {};
}

Status ShardJoin::join_shard(uint32_t number, const fs::path& to) const {
    ShardCopy copy{
        .stem = to / shard_file(number, ""), .parts = {}, .is_cancelled = options_.is_cancelled};
    for (uint32_t old = joined_.firsts[number]; old < joined_.end_of(number); ++old) {
        copy.parts.push_back({&corpus_.shard(old)});
    }
    const CopiedGames copied = EDGE_TRY(copy_shard(copy));
    if (copied.games == joined_.after.shard_games[number]) return {};
    return corrupt(copy.stem.string() + ".moves", 0,
                   fmt::format("found {} games after copying them, expected {}", copied.games,
                               joined_.after.shard_games[number]));
}

Status ShardJoin::write_shards(const fs::path& to) const {
    EDGE_CHECK(make_directory(to / "shards"));
    std::vector<Status> written(new_shards());
    for_each_number(new_shards(), threads_, [&](unsigned, uint64_t number) {
        const auto shard = static_cast<uint32_t>(number);
        written[shard] =
            joined_.is_as_before(shard) ? link_shard(shard, to) : join_shard(shard, to);
        return written[shard].has_value();
    });
    for (Status& status : written) EDGE_CHECK(std::move(status));
    return {};
}

Status ShardJoin::write_meta_of(const fs::path& to, std::vector<FileChecksum> known) const {
    corpus::Meta meta = corpus_.meta();
    meta.num_shards = new_shards();
    if (meta.checksums) {
        const auto directory = EDGE_TRY(Directory::open(to));
        const auto files = EDGE_TRY(
            renewed_checksums(directory, meta, std::move(known), threads_, options_.is_cancelled));
        meta.checksums =
            EDGE_TRY(write_checksums(to, checksums_number(*meta.checksums) + 1, files));
    }
    return write_meta(to, meta);
}

// What else lies next to the shards: what has the number of a shard cannot be had of joined ones.
void ShardJoin::carry_other_files(const fs::path& to) {
    std::set<std::string> known;
    for (uint32_t shard = 0; shard < corpus_.shard_count(); ++shard) {
        for (const std::string_view ending : kShardFileEndings) {
            known.insert(shard_file(shard, ending));
        }
    }
    for (const std::string& entry : corpus_.directory().names_in("shards")) {
        const std::string name = "shards/" + entry;
        if (known.contains(name)) continue;
        const fs::path path = corpus_.directory().path_of(name);
        const bool is_of_a_shard = entry.front() >= '0' && entry.front() <= '9';
        if (!is_of_a_shard && link_or_copy(path, to / name)) continue;
        warnings_.push_back(fmt::format("{} does not belong to a corpus; left out", path.string()));
    }
}

Status ShardJoin::run() {
    const fs::path from = corpus_.path();
    auto known = EDGE_TRY(checksums_to_keep());
    auto successor = EDGE_TRY(OutputDir::create_successor(from));
    const fs::path to = successor.path();
    EDGE_CHECK(write_shards(to));
    for (const char* const folder : {"", "shards"}) copy_permissions(from / folder, to / folder);
    carry_other_files(to);
    EDGE_CHECK(rest_.carry(from, to));
    EDGE_CHECK(write_meta_of(to, std::move(known)));
    // Nothing that cannot be opened comes in its place.
    if (const auto opened = Corpus::open(to.string()); !opened) {
        return tl::unexpected(opened.error());
    }
    EDGE_CHECK(rest_.carry(from, to));  // what was stored while games were copied
    EDGE_CHECK(check_running());
    EDGE_CHECK(successor.commit());
    // What somebody stored at the last moment who had opened the old corpus.
    const Status caught_up = rest_.carry(successor.path(), successor.target());
    std::ranges::copy(rest_.warnings(), std::back_inserter(warnings_));
    if (!caught_up) warnings_.push_back(caught_up.error().message);
    return {};
}

}  // namespace

Result<CompactShardsReport> compact_shards(const CompactShardsOptions& options) {
    LockOptions lock_options = options.lock;
    lock_options.is_cancelled = options.is_cancelled;
    const auto lock = EDGE_TRY(DirectoryLock::take(options.corpus, lock_options));
    const auto corpus = EDGE_TRY(Corpus::open(options.corpus.string()));
    corpus::tidy(corpus.path(), corpus.meta());
    JoinedShards joined =
        join_layout(corpus::bitmap_layout(corpus),
                    plan_shards(planned_shards(corpus), wanted_shards(corpus, options)));
    CompactShardsReport report;
    std::error_code error;
    report.corpus = fs::absolute(options.corpus, error).lexically_normal();
    report.games = corpus.game_count();
    report.shards_before = corpus.shard_count();
    report.shards = joined.after.shard_count();
    if (report.shards != report.shards_before) {
        ShardJoin join(options, corpus, std::move(joined));
        EDGE_CHECK(join.run());
        report.warnings = join.warnings();
    }
    report.corpus_bytes = bytes_below(report.corpus);
    return report;
}

}  // namespace edge::indexing
