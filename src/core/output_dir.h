// A directory that appears whole or not at all. Files are written into a hidden sibling of the
// target, `.<name>.partial-<pid>-<random>`, which commit() renames into place.
//
// There is nothing to clean up in a signal handler: a run that is killed leaves its hidden sibling
// behind, never a half-written target, and the next run in the same folder removes it. A sibling is
// litter when its process is gone and nobody holds the lock on it.
#pragma once

#include <edge/result.h>

#include <cstdint>
#include <filesystem>

#include "core/file_descriptor.h"

namespace edge {

class OutputDir {
public:
    // An existing target is refused unless `force`, and then anything but a corpus (a directory
    // with a `meta` file) is.
    static Result<OutputDir> create(const std::filesystem::path& target, bool force);

    // A target that exists is left alone: commit() takes the first free one of name.ending,
    // name-2.ending, name-3.ending, ...
    static Result<OutputDir> create_numbered(const std::filesystem::path& target);

    // What comes in the place of a directory that is there, with all that is to stay of it: the
    // caller takes over what it holds, whatever that is, and has the lock on it until this is
    // destroyed. After commit() the old one is at path().
    static Result<OutputDir> create_successor(const std::filesystem::path& target);

    OutputDir(OutputDir&& other) noexcept;
    OutputDir& operator=(OutputDir&& other) = delete;
    ~OutputDir();  // removes everything unless committed, and what a successor came in place of

    // Where to write until commit().
    const std::filesystem::path& path() const { return partial_; }

    // Moves the directory into place, with `force` by exchanging it with the old one, which is
    // then deleted. Files must be synced and closed before.
    Status commit();

    // Where commit() moved the directory, or will try first: absolute, links resolved.
    const std::filesystem::path& target() const { return target_; }

private:
    enum class WhenTaken : uint8_t { Refuse, Replace, Number, Succeed };

    static Result<OutputDir> create(const std::filesystem::path& target, WhenTaken when_taken);
    OutputDir(std::filesystem::path target, std::filesystem::path partial, FileDescriptor lock,
              WhenTaken when_taken);

    Status move_into_place();
    Status exchange_with_target();

    std::filesystem::path target_;
    std::filesystem::path partial_;  // empty when there is nothing to remove
    FileDescriptor lock_;            // tells other processes that this one is at work
    WhenTaken when_taken_;
};

}  // namespace edge
