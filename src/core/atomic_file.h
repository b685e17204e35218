// A file that appears whole or not at all: written as a hidden sibling of its target,
// `.<name>.partial-<pid>-<number>`, which commit() renames into place. Several may be written for
// the same target at once; the last to commit stays. Leftovers of killed runs for the same target
// are removed.
#pragma once

#include <edge/result.h>

#include <cstdint>
#include <filesystem>

#include "core/output_file.h"

namespace edge {

class AtomicFile {
public:
    // An existing target is refused unless `overwrite`, and anything but a regular file always is.
    // Where the target is a link, what it points to is replaced.
    static Result<AtomicFile> create(const std::filesystem::path& target, bool overwrite);

    // Whether create() would refuse the target. Check this before long work.
    static Status check(const std::filesystem::path& target, bool overwrite);

    // Renames a finished file to its target on the same file system, as commit() does with its own
    // file.
    static Status put_in_place(const std::filesystem::path& finished,
                               const std::filesystem::path& target, bool overwrite);

    AtomicFile(AtomicFile&& other) noexcept;
    AtomicFile& operator=(AtomicFile&& other) = delete;
    ~AtomicFile();  // removes the sibling unless committed

    // Where to write until commit().
    OutputFile& file() { return file_; }

    // Syncs the bytes to disk, so that commit() only has to rename. When several files belong
    // together, seal all of them before committing the first. Io when a mapped file lost pages
    // since create(): what was written may have been read from it.
    Status seal();

    // Seals, and brings the file into place. Call it once, last.
    Status commit();

private:
    AtomicFile(OutputFile file, std::filesystem::path target, bool overwrite);

    OutputFile file_;
    std::filesystem::path target_;
    std::filesystem::path partial_;  // empty when there is nothing to remove
    FileDescriptor lock_;            // tells other processes that this one is at work
    bool overwrite_;
    bool is_sealed_ = false;
    uint64_t lost_pages_before_;
};

}  // namespace edge
