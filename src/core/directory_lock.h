// One writer at a time: a lock on a directory, with no file in it, which dies with the process that
// holds it. Where the file system has no locks there is none.
#pragma once

#include <edge/result.h>

#include <filesystem>
#include <functional>

#include "core/file_descriptor.h"

namespace edge {

// What to do while another process has the lock.
struct LockOptions {
    bool wait = true;                         // false: fail with Busy
    std::function<void()> on_wait = {};       // called once, before waiting
    std::function<bool()> is_cancelled = {};  // polled while waiting: true gives Cancelled
};

class DirectoryLock {
public:
    // Locks what is at `path` when the lock is there: a directory that was replaced meanwhile is
    // not it.
    static Result<DirectoryLock> take(const std::filesystem::path& path,
                                      const LockOptions& options);

private:
    explicit DirectoryLock(FileDescriptor directory) : directory_(std::move(directory)) {}

    FileDescriptor directory_;
};

}  // namespace edge
