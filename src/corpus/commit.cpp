#include "corpus/commit.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "core/atomic_file.h"
#include "core/directory.h"
#include "core/disk.h"
#include "core/mapped_file.h"
#include "core/partial_path.h"
#include "corpus/checksums.h"
#include "corpus/tree_segment.h"

namespace edge::corpus {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kTreeFile = "tree.dat";
constexpr std::string_view kTreeEnding = ".dat";
constexpr std::string_view kGamesEnding = ".games";
constexpr std::string_view kShardEndings[] = {".moves", ".gameidx", ".dict", ".cols", ".extra"};

// The number in "BEFORE12AFTER".
std::optional<uint64_t> number_in(std::string_view name, std::string_view before,
                                  std::string_view after) {
    if (!name.starts_with(before) || !name.ends_with(after)) return std::nullopt;
    if (name.size() <= before.size() + after.size()) return std::nullopt;
    const std::string_view digits =
        name.substr(before.size(), name.size() - before.size() - after.size());
    uint64_t number = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, number);
    if (error != std::errc() || stop != end) return std::nullopt;
    return number;
}

// Whether it is a file of a shard, a tree or checksums with a number that meta does not have.
bool is_unnamed(std::string_view name, const Meta& meta) {
    const auto segments = tree_segments_of(meta);
    const bool is_tree =
        number_in(name, "tree.", kTreeEnding) || number_in(name, "tree.", kGamesEnding);
    if (is_tree) {
        return std::ranges::none_of(segments, [&](const MetaTreeSegment& segment) {
            return name == segment.file || name == tree_games_name(segment.file);
        });
    }
    if (number_in(name, "checksums.", "")) return !meta.checksums || name != meta.checksums->file;
    return false;
}

bool is_shard_beyond(std::string_view name, const Meta& meta) {
    return std::ranges::any_of(kShardEndings, [&](std::string_view ending) {
        const auto number = number_in(name, "", ending);
        return number && *number >= meta.num_shards;
    });
}

template <class Test>
std::vector<fs::path> entries_of(const fs::path& folder, Test test) {
    std::vector<fs::path> found;
    std::error_code ignored;
    for (fs::directory_iterator entry(folder, ignored), end; entry != end;
         entry.increment(ignored)) {
        if (test(entry->path())) found.push_back(entry->path());
    }
    std::ranges::sort(found);
    return found;
}

// Makes `name` another name of `file`, in place of what has it now.
void renew_link(const fs::path& file, const fs::path& name) {
    std::error_code ignored;
    if (!fs::exists(file, ignored) || fs::equivalent(file, name, ignored)) return;
    const fs::path aside = name.parent_path() / ("." + name.filename().string() + ".link");
    if (!remove_file(aside) || !link_file(file, aside)) return;
    if (!rename_file(aside, name)) (void)remove_file(aside);
}

void remove_unnamed_files(const fs::path& corpus, const Meta& meta) {
    const auto in_corpus = entries_of(corpus, [&](const fs::path& path) {
        return is_unnamed(path.filename().native(), meta) || is_abandoned_partial(path);
    });
    const auto in_shards = entries_of(corpus / "shards", [&](const fs::path& path) {
        return is_shard_beyond(path.filename().native(), meta);
    });
    std::error_code ignored;
    for (const fs::path& path : in_shards) (void)remove_file(path);
    for (const fs::path& path : in_corpus) {
        if (fs::is_directory(fs::symlink_status(path, ignored))) {
            fs::remove_all(path, ignored);
        } else {
            (void)remove_file(path);
        }
    }
}

// What a run left next to the corpus that was to come in its place, and was killed.
void remove_abandoned_siblings(const fs::path& corpus) {
    std::error_code ignored;
    const fs::path path = fs::canonical(corpus, ignored);
    if (!path.has_filename()) return;
    const std::string prefix = partial_prefix(path);
    const auto siblings = entries_of(path.parent_path(), [&](const fs::path& sibling) {
        return sibling.filename().native().starts_with(prefix) && is_abandoned_partial(sibling);
    });
    for (const fs::path& sibling : siblings) fs::remove_all(sibling, ignored);
}

// Hard links; where the file system has none, an older tree of the first games stays.
void renew_tree_links(const fs::path& corpus, const Meta& meta) {
    const auto segments = tree_segments_of(meta);
    if (segments.empty() || segments.front().file == kTreeFile) return;
    const std::string& first = segments.front().file;
    renew_link(corpus / first, corpus / kTreeFile);
    renew_link(corpus / tree_games_name(first), corpus / tree_games_name(kTreeFile));
}

// The change itself.
Status replace_meta(const fs::path& corpus, const Meta& meta) {
    auto file = EDGE_TRY(AtomicFile::create(corpus / "meta", true));
    EDGE_CHECK(file.file().append(format_meta(meta)));
    EDGE_CHECK(file.seal());
    EDGE_CHECK(sync_directory(corpus));  // the names of what meta will name
    EDGE_CHECK(file.commit());
    return sync_directory(corpus);
}

}  // namespace

std::vector<MetaTreeSegment> tree_segments_of(const Meta& meta) {
    if (!meta.tree_segments.empty() || !meta.tree_plies) return meta.tree_segments;
    return {{std::string(kTreeFile), 0}};
}

uint64_t next_tree_number(const Meta& meta) {
    uint64_t next = 1;
    for (const MetaTreeSegment& segment : meta.tree_segments) {
        next = std::max(next, number_in(segment.file, "tree.", kTreeEnding).value_or(0) + 1);
    }
    return next;
}

Status commit_change(const fs::path& corpus, Meta meta, const CommitOptions& options) {
    if (meta.checksums) {
        const auto directory = EDGE_TRY(Directory::open(corpus));
        auto old = EDGE_TRY(read_checksums(directory, *meta.checksums));
        const auto files = EDGE_TRY(renewed_checksums(directory, meta, std::move(old),
                                                      options.threads, options.is_cancelled));
        meta.checksums =
            EDGE_TRY(write_checksums(corpus, checksums_number(*meta.checksums) + 1, files));
    }
    EDGE_CHECK(replace_meta(corpus, meta));
    tidy(corpus, meta);
    return {};
}

Result<Meta> unlist_files(const fs::path& corpus, const Meta& meta,
                          std::span<const std::string> names) {
    if (!meta.checksums) return meta;
    const auto directory = EDGE_TRY(Directory::open(corpus));
    auto files = EDGE_TRY(read_checksums(directory, *meta.checksums));
    const size_t removed = std::erase_if(files, [names](const FileChecksum& listed) {
        return std::ranges::find(names, listed.name) != names.end();
    });
    if (removed == 0) return meta;
    Meta changed = meta;
    changed.checksums =
        EDGE_TRY(write_checksums(corpus, checksums_number(*meta.checksums) + 1, files));
    EDGE_CHECK(replace_meta(corpus, changed));
    return changed;
}

void tidy(const fs::path& corpus, const Meta& meta) {
    renew_tree_links(corpus, meta);
    remove_unnamed_files(corpus, meta);
    remove_abandoned_siblings(corpus);
}

void drop_change(const fs::path& corpus, const Meta& before) {
    const auto file = MappedFile::open(corpus / "meta");
    if (!file) return;
    const auto now = parse_meta(file->text(), "meta");
    if (now && format_meta(*now) == format_meta(before)) remove_unnamed_files(corpus, before);
}

}  // namespace edge::corpus
