#include "index/corpus_rest.h"

#include <sys/stat.h>

#include <algorithm>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "bitmap/bitmap_file.h"
#include "core/atomic_file.h"
#include "core/disk.h"
#include "core/io_error.h"
#include "core/mapped_file.h"
#include "core/output_file.h"
#include "corpus/collection_file.h"
#include "index/grow_bitmaps.h"
#include "query/answers/position_file.h"

namespace edge::indexing {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kBitmapsFolder = "bitmaps";

// What the new corpus has of its own.
bool is_written_anew(std::string_view name) {
    return name == "meta" || name == "shards" || name.starts_with("checksums.");
}

bool is_unfinished(std::string_view name) {
    return name.starts_with('.') && name.find(".partial-") != std::string_view::npos;
}

Result<std::vector<std::string>> names_below(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        names.push_back(entry->path().filename().string());
    }
    if (error) return io_error("list", folder, error.value());
    std::ranges::sort(names);
    return names;
}

struct SetWithSummary {
    BitmapSummary summary;
    Bitmap set;
};

// Both of one file, as another may come in its place at any time.
Result<SetWithSummary> read_with_summary(const fs::path& file, const BitmapCorpus& corpus) {
    const auto mapped = EDGE_TRY(MappedFile::open(file));
    auto summary = EDGE_TRY(summarize_bitmap(mapped.bytes(), file.string()));
    auto set = EDGE_TRY(parse_bitmap(mapped.bytes(), file.string(), corpus));
    return SetWithSummary{std::move(summary), std::move(set)};
}

// A link to a folder counts only where the corpus has a folder: it is a file elsewhere.
bool is_folder(const fs::path& path, bool follows_links) {
    std::error_code ignored;
    const auto status =
        follows_links ? fs::status(path, ignored) : fs::symlink_status(path, ignored);
    return status.type() == fs::file_type::directory;
}

Result<query::PositionFile> joined_positions(query::PositionFile list, const JoinedShards& joined,
                                             std::string_view file) {
    const std::vector<uint32_t>& games = joined.before.shard_games;
    for (query::PositionReference& position : list.positions) {
        if (position.shard >= games.size() || position.game >= games[position.shard]) {
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("{}: found game {} of shard {}, expected one of the corpus",
                                    file, position.game, position.shard));
        }
        const JoinedShards::Place place = joined.places[position.shard];
        position.shard = place.shard;
        position.game += place.first_game;
    }
    return list;
}

}  // namespace

Status link_or_copy(const fs::path& file, const fs::path& name) {
    if (link_file(file, name)) return {};
    const auto from = EDGE_TRY(MappedFile::open(file));
    auto to = EDGE_TRY(OutputFile::create(name));
    EDGE_CHECK(to.append(from.text()));
    EDGE_CHECK(from.check_unchanged());
    return to.close(true);
}

CorpusRest::FileState CorpusRest::state_of(const fs::path& file) {
    struct stat found{};
    if (::lstat(file.c_str(), &found) != 0) return {};
    constexpr int64_t kNanoseconds = 1'000'000'000;
    return {found.st_ino, static_cast<uint64_t>(found.st_size),
            found.st_mtim.tv_sec * kNanoseconds + found.st_mtim.tv_nsec};
}

Status CorpusRest::carry(const fs::path& from, const fs::path& to) {
    from_ = from;
    to_ = to;
    std::set<std::string> seen;
    EDGE_CHECK(carry_folder("", seen));
    for (auto file = carried_.begin(); file != carried_.end();) {
        if (seen.contains(file->first)) {
            ++file;
            continue;
        }
        EDGE_CHECK(remove_file(to_ / file->first));
        file = carried_.erase(file);
    }
    return {};
}

Status CorpusRest::carry_folder(const fs::path& folder, std::set<std::string>& seen) {
    const auto entries = EDGE_TRY(names_below(from_ / folder));
    for (const std::string& entry : entries) {
        if (is_unfinished(entry) || (folder.empty() && is_written_anew(entry))) continue;
        const fs::path name = folder / entry;
        if (is_folder(from_ / name, name == kBitmapsFolder)) {
            if (!is_folder(to_ / name, false)) {
                EDGE_CHECK(make_directory(to_ / name));
                copy_permissions(from_ / name, to_ / name);
            }
            EDGE_CHECK(carry_folder(name, seen));
            continue;
        }
        seen.insert(name.string());
        const FileState state = state_of(from_ / name);
        const auto known = carried_.find(name.string());
        if (known != carried_.end() && known->second == state) continue;
        EDGE_CHECK(carry_file(name));
        carried_[name.string()] = state;
    }
    return {};
}

Status CorpusRest::carry_file(const fs::path& name) {
    const bool is_answer = name.parent_path() == kBitmapsFolder;
    if (is_answer && name.extension() == kBitmapExtension) return carry_set(name);
    if (is_answer && name.extension() == query::kPositionsExtension) return carry_positions(name);
    return carry_as_it_is(name);
}

Status CorpusRest::carry_as_it_is(const fs::path& name) {
    EDGE_CHECK(remove_file(to_ / name));
    return link_or_copy(from_ / name, to_ / name);
}

// A set of fewer games than the corpus has now is one from before others were added, and none of
// those are in it. The set of a collection says instead which games were asked, so it must not seem
// to be one of all of them.
Status CorpusRest::carry_set(const fs::path& name) {
    const fs::path file = from_ / name;
    const auto stored = read_with_summary(file, identity_);
    if (!stored) {
        warnings_.push_back(stored.error().message + "; copied as it is");
        return carry_as_it_is(name);
    }
    const auto& [summary, set] = *stored;
    fs::path query = file;
    std::error_code ignored;
    const bool is_collection =
        fs::exists(query.replace_extension(corpus::kCollectionExtension), ignored);
    const uint32_t shards =
        is_collection ? joined_.shards_within(summary.layout.total()) : joined_.after.shard_count();
    const Bitmap joined = joined_set(set, joined_, shards);
    return write_bitmap(joined, to_ / name, true, id_to_write(summary, joined, identity_.id));
}

Status CorpusRest::carry_positions(const fs::path& name) {
    const std::string file = (from_ / name).string();
    auto list = query::read_positions(file);
    if (list) list = joined_positions(*std::move(list), joined_, file);
    if (!list) {
        warnings_.push_back(list.error().message + "; copied as it is");
        return carry_as_it_is(name);
    }
    auto output = EDGE_TRY(AtomicFile::create(to_ / name, true));
    EDGE_CHECK(output.file().append(query::format_positions(*list)));
    return output.commit();
}

}  // namespace edge::indexing
