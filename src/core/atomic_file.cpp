#include "core/atomic_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <system_error>
#include <utility>
#include <vector>

#include "core/disk.h"
#include "core/io_error.h"
#include "core/lost_pages.h"
#include "core/partial_path.h"

namespace edge {

namespace fs = std::filesystem;

namespace {

// A sibling that nobody else writes. A killed run with the same process id may have left files, so
// a name that is taken is skipped.
Result<OutputFile> create_sibling(const fs::path& target) {
    static std::atomic<uint64_t> counter = 0;
    for (;;) {
        const std::string name =
            fmt::format("{}{}-{}", partial_prefix(target), ::getpid(), counter++);
        errno = 0;
        auto file = OutputFile::create_new(target.parent_path() / name);
        if (file || errno != EEXIST) return file;
    }
}

// Removes what killed runs left for this target. Leftovers that cannot be removed do no harm, so
// failures here are not reported.
void remove_litter(const fs::path& target) {
    const std::string prefix = partial_prefix(target);
    const fs::path folder = target.has_parent_path() ? target.parent_path() : ".";
    std::vector<fs::path> litter;
    std::error_code ignored;
    for (fs::directory_iterator entry(folder, ignored), end; entry != end;
         entry.increment(ignored)) {
        if (!entry->path().filename().string().starts_with(prefix)) continue;
        if (!entry->is_regular_file(ignored) || entry->is_symlink(ignored)) continue;
        if (is_abandoned_partial(entry->path())) litter.push_back(entry->path());
    }
    for (const fs::path& path : litter) fs::remove(path, ignored);
}

// What the target points to when it is a link.
Result<fs::path> resolved(const fs::path& target) {
    std::error_code error;
    if (!fs::is_symlink(fs::symlink_status(target, error))) return target;
    fs::path path = fs::weakly_canonical(target, error);
    if (error) return io_error("resolve", target, error.value());
    return path;
}

Status rename_to(const fs::path& finished, const fs::path& target, bool overwrite) {
    return overwrite ? rename_file(finished, target) : rename_to_new(finished, target);
}

}  // namespace

Status AtomicFile::check(const fs::path& target, bool overwrite) {
    std::error_code error;
    const fs::file_status status = fs::status(target, error);
    if (status.type() == fs::file_type::none) return io_error("examine", target, error.value());
    if (!fs::exists(status)) return {};
    if (!fs::is_regular_file(status)) {
        return fail(ErrorCode::Io,
                    fmt::format("cannot replace {}: it is not a regular file", target.string()));
    }
    if (!overwrite) return exists_already(target);
    return {};
}

Result<AtomicFile> AtomicFile::create(const fs::path& target, bool overwrite) {
    EDGE_CHECK(check(target, overwrite));
    if (!target.has_filename()) return io_error("create", target, EISDIR);
    fs::path path = EDGE_TRY(resolved(target));
    remove_litter(path);
    auto file = create_sibling(path);
    if (!file) return io_error("create", target, errno);  // the name that the caller gave
    return AtomicFile(*std::move(file), std::move(path), overwrite);
}

AtomicFile::AtomicFile(OutputFile file, fs::path target, bool overwrite)
    : file_(std::move(file)),
      target_(std::move(target)),
      partial_(file_.path()),
      lock_(lock_partial(partial_)),
      overwrite_(overwrite),
      lost_pages_before_(lost_page_count()) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : file_(std::move(other.file_)),
      target_(std::move(other.target_)),
      partial_(std::exchange(other.partial_, {})),
      lock_(std::move(other.lock_)),
      overwrite_(other.overwrite_),
      is_sealed_(other.is_sealed_),
      lost_pages_before_(other.lost_pages_before_) {}

AtomicFile::~AtomicFile() {
    std::error_code ignored;
    if (!partial_.empty()) fs::remove(partial_, ignored);
}

Status AtomicFile::seal() {
    if (std::exchange(is_sealed_, true)) return {};
    EDGE_CHECK(check_lost_pages(lost_pages_before_));
    return file_.close(true);
}

Status AtomicFile::commit() {
    EDGE_CHECK(seal());
    EDGE_CHECK(rename_to(partial_, target_, overwrite_));
    partial_.clear();
    return {};
}

Status AtomicFile::put_in_place(const fs::path& finished, const fs::path& target, bool overwrite) {
    EDGE_CHECK(check(target, overwrite));
    return rename_to(finished, EDGE_TRY(resolved(target)), overwrite);
}

}  // namespace edge
