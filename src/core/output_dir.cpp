#include "core/output_dir.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdio.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "core/directory_lock.h"
#include "core/disk.h"
#include "core/disk_events.h"
#include "core/file_start.h"
#include "core/io_error.h"
#include "core/partial_path.h"

namespace edge {

namespace fs = std::filesystem;

namespace {

// Removes what dead runs left next to the target, whatever their own target was: the default name
// of a corpus contains the time, so the same one never comes again. Leftovers that cannot be
// removed do no harm, so failures here are not reported.
void remove_litter(const fs::path& target) {
    std::vector<fs::path> litter;
    std::error_code ignored;
    for (fs::directory_iterator entry(target.parent_path(), ignored), end; entry != end;
         entry.increment(ignored)) {
        if (!entry->is_directory(ignored) || entry->is_symlink(ignored)) continue;
        if (is_abandoned_partial(entry->path())) litter.push_back(entry->path());
    }
    for (const fs::path& path : litter) fs::remove_all(path, ignored);
}

// An absolute path without a trailing slash; a link to a corpus is followed, so that the
// corpus is replaced and the link stays.
Result<fs::path> resolve_target(const fs::path& target) {
    std::error_code error;
    fs::path resolved =
        fs::is_symlink(target, error) ? fs::canonical(target, error) : fs::absolute(target, error);
    if (error) return io_error("resolve", target, error.value());
    resolved = resolved.lexically_normal();
    if (!resolved.has_filename()) resolved = resolved.parent_path();
    if (!resolved.has_filename()) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{} cannot be an output directory", target.string()));
    }
    return resolved;
}

Result<bool> is_taken(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::symlink_status(path, error);
    if (status.type() == fs::file_type::not_found) return false;
    if (status.type() == fs::file_type::none) return io_error("examine", path, error.value());
    return true;
}

// "tree.3.dat" for "tree." and ".dat".
bool is_numbered(std::string_view name, std::string_view before, std::string_view after) {
    if (!name.starts_with(before)) return false;
    name.remove_prefix(before.size());
    const size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
    return digits > 0 && name.substr(digits) == after;
}

bool is_corpus_file(std::string_view name) {
    constexpr std::string_view kKnown[] = {"meta", "shards", "bitmaps", "tree.dat", "tree.games"};
    return std::ranges::find(kKnown, name) != std::end(kKnown) ||
           is_numbered(name, "tree.", ".dat") || is_numbered(name, "tree.", ".games") ||
           is_numbered(name, "checksums.", "");
}

// What is replaced is deleted, so nothing but a corpus may be there.
Status check_is_corpus(const fs::path& target) {
    const auto refuse = [&](std::string_view why) {
        return fail(
            ErrorCode::Io,
            fmt::format("{} is not a corpus ({}), so it is not replaced", target.string(), why),
            Place{.file = target.string()});
    };
    std::error_code error;
    if (!fs::is_regular_file(target / "meta", error)) return refuse("it has no file meta");
    constexpr std::string_view kFirst = "version=";
    if (file_start(target / "meta", kFirst.size()) != kFirst)
        return refuse("its file meta is not that of a corpus");
    for (fs::directory_iterator entry(target, error), end; entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        // Hidden unfinished files, left by a killed run, are of no use to anyone.
        const bool is_litter = name.starts_with('.') && name.find(".partial-") != std::string::npos;
        if (!is_litter && !is_corpus_file(name)) {
            return refuse(fmt::format("it also holds {}", name));
        }
    }
    return {};
}

// Whether there is something at the target that commit() has to replace; an error if it must not.
Result<bool> must_replace(const fs::path& target, bool force) {
    if (!EDGE_TRY(is_taken(target))) return false;
    if (!force) return exists_already(target);
    EDGE_CHECK(check_is_corpus(target));
    return true;
}

Result<fs::path> make_partial(const fs::path& target) {
    while (true) {
        uint64_t random = 0;
        if (::getrandom(&random, sizeof random, 0) != sizeof random) {
            return io_error("name a temporary directory for", target, errno);
        }
        fs::path partial = target.parent_path() /
                           fmt::format("{}{}-{:016x}", partial_prefix(target), ::getpid(), random);
        int error = announce({.kind = DiskEvent::Kind::MakeDirectory, .path = partial});
        if (error == 0 && ::mkdir(partial.c_str(), 0777) == 0) return partial;
        if (error == 0) error = errno;
        if (error != EEXIST) return io_error("create a directory in", target.parent_path(), error);
    }
}

// The number of the error, 0 for none.
int exchange(const fs::path& a, const fs::path& b) {
    const int error = announce({.kind = DiskEvent::Kind::Exchange, .path = a, .target = b});
    if (error != 0) return error;
    return ::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE) == 0 ? 0 : errno;
}

// Some network file systems cannot exchange directories; better to say so before hours of work than
// after.
Status check_exchange_works(const fs::path& partial, std::string_view advice) {
    const fs::path a = partial / "a";
    const fs::path b = partial / "b";
    if (::mkdir(a.c_str(), 0777) != 0) return io_error("create", a, errno);
    if (::mkdir(b.c_str(), 0777) != 0) return io_error("create", b, errno);
    const int error = exchange(a, b);
    ::rmdir(a.c_str());
    ::rmdir(b.c_str());
    if (error == EINVAL || error == ENOSYS || error == EOPNOTSUPP) {
        return fail(ErrorCode::Unsupported,
                    fmt::format("the file system of {} cannot exchange directories, which "
                                "replacing a corpus needs{}",
                                partial.parent_path().string(), advice));
    }
    if (error != 0) return io_error("exchange directories in", partial, error);
    return {};
}

Status sync_tree(const fs::path& root) {
    std::error_code error;
    for (fs::recursive_directory_iterator entry(root, error), end; !error && entry != end;
         entry.increment(error)) {
        if (entry->is_directory(error)) EDGE_CHECK(sync_directory(entry->path()));
    }
    if (error) return io_error("list", root, error.value());
    return sync_directory(root);
}

// a/x.scoredb becomes a/x-2.scoredb.
fs::path numbered(const fs::path& target, unsigned number) {
    return target.parent_path() /
           fmt::format("{}-{}{}", target.stem().string(), number, target.extension().string());
}

}  // namespace

Result<OutputDir> OutputDir::create(const fs::path& target, bool force) {
    return create(target, force ? WhenTaken::Replace : WhenTaken::Refuse);
}

Result<OutputDir> OutputDir::create_numbered(const fs::path& target) {
    return create(target, WhenTaken::Number);
}

Result<OutputDir> OutputDir::create_successor(const fs::path& target) {
    return create(target, WhenTaken::Succeed);
}

Result<OutputDir> OutputDir::create(const fs::path& target, WhenTaken when_taken) {
    const fs::path resolved = EDGE_TRY(resolve_target(target));
    const bool succeeds = when_taken == WhenTaken::Succeed;
    const bool replaces = !succeeds && when_taken != WhenTaken::Number &&
                          EDGE_TRY(must_replace(resolved, when_taken == WhenTaken::Replace));
    remove_litter(resolved);

    const fs::path partial = EDGE_TRY(make_partial(resolved));
    OutputDir output(resolved, partial, lock_partial(partial), when_taken);
    if (replaces) EDGE_CHECK(check_exchange_works(partial, "; remove the old one first"));
    if (succeeds) EDGE_CHECK(check_exchange_works(partial, ""));
    return output;
}

OutputDir::OutputDir(fs::path target, fs::path partial, FileDescriptor lock, WhenTaken when_taken)
    : target_(std::move(target)),
      partial_(std::move(partial)),
      lock_(std::move(lock)),
      when_taken_(when_taken) {}

OutputDir::OutputDir(OutputDir&& other) noexcept
    : target_(std::move(other.target_)),
      partial_(std::exchange(other.partial_, {})),
      lock_(std::move(other.lock_)),
      when_taken_(other.when_taken_) {}

OutputDir::~OutputDir() {
    std::error_code ignored;
    if (!partial_.empty()) fs::remove_all(partial_, ignored);
}

Status OutputDir::commit() {
    EDGE_CHECK(sync_tree(partial_));
    EDGE_CHECK(move_into_place());
    EDGE_CHECK(sync_directory(target_.parent_path()));
    if (when_taken_ == WhenTaken::Succeed) return {};

    // After an exchange the old corpus is under the temporary name, else nothing is.
    std::error_code ignored;
    if (announce({.kind = DiskEvent::Kind::Remove, .path = partial_}) == 0) {
        fs::remove_all(std::exchange(partial_, {}), ignored);
    }
    return {};
}

Status OutputDir::move_into_place() {
    if (when_taken_ == WhenTaken::Number) {
        const fs::path first = target_;
        for (unsigned number = 2;; ++number) {
            Status moved = rename_to_new(partial_, target_);
            if (moved || moved.error().code != ErrorCode::Exists) return moved;
            target_ = numbered(first, number);
        }
    }
    if (when_taken_ == WhenTaken::Succeed) return exchange_with_target();
    if (EDGE_TRY(must_replace(target_, when_taken_ == WhenTaken::Replace))) {
        // Nobody may be adding to the corpus that goes.
        const auto lock = EDGE_TRY(DirectoryLock::take(target_, {}));
        return exchange_with_target();
    }
    return rename_to_new(partial_, target_);
}

Status OutputDir::exchange_with_target() {
    if (const int error = exchange(partial_, target_); error != 0) {
        return io_error("replace", target_, error);
    }
    return {};
}

}  // namespace edge
