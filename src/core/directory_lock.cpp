#include "core/directory_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <thread>
#include <utility>

#include "core/io_error.h"

namespace edge {
namespace {

// A lock that is waited for without polling could not be cancelled.
constexpr std::chrono::milliseconds kPollInterval{50};

bool is_still_at(const FileDescriptor& directory, const std::filesystem::path& path) {
    struct stat held{};
    struct stat found{};
    return ::fstat(directory.get(), &held) == 0 && ::stat(path.c_str(), &found) == 0 &&
           held.st_dev == found.st_dev && held.st_ino == found.st_ino;
}

// True when the lock is held, false when another process holds it.
Result<bool> try_lock(const FileDescriptor& directory, const std::filesystem::path& path) {
    while (::flock(directory.get(), LOCK_EX | LOCK_NB) != 0) {
        if (errno == EINTR) continue;
        if (errno == EWOULDBLOCK) return false;
        if (errno == ENOLCK || errno == ENOSYS || errno == EOPNOTSUPP) return true;
        return io_error("lock", path, errno);
    }
    return true;
}

}  // namespace

Result<DirectoryLock> DirectoryLock::take(const std::filesystem::path& path,
                                          const LockOptions& options) {
    bool waited = false;
    for (;;) {
        FileDescriptor directory(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (!directory.valid()) return io_error("open", path, errno);
        if (EDGE_TRY(try_lock(directory, path))) {
            if (is_still_at(directory, path)) return DirectoryLock(std::move(directory));
            continue;
        }
        if (!options.wait) {
            return fail(ErrorCode::Busy,
                        fmt::format("{}: another process is changing it", path.string()));
        }
        if (!std::exchange(waited, true) && options.on_wait) options.on_wait();
        if (options.is_cancelled && options.is_cancelled()) {
            return fail(ErrorCode::Cancelled,
                        fmt::format("{}: waiting for another process to finish its change was "
                                    "cancelled",
                                    path.string()));
        }
        std::this_thread::sleep_for(kPollInterval);
    }
}

}  // namespace edge
