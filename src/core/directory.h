// An open directory, below which files are opened: all of them are of that directory, even when
// another one takes its place or it gets another name meanwhile. Where there is no way to keep a
// directory open (WebAssembly) files are found by the path; nothing replaces them there.
#pragma once

#include <edge/result.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/file_descriptor.h"

namespace edge {

// Names are relative paths: "meta", "shards/0.moves".
class Directory {
public:
    // NotFound when there is none; Io when it is a file or cannot be read.
    static Result<Directory> open(const std::filesystem::path& path);

    // As it was opened: for messages.
    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path path_of(const std::string& name) const { return path_ / name; }

    // For what this class does not offer; invalid under WebAssembly.
    int fd() const { return fd_.get(); }

    // A file or a directory to read; waits for no pipe.
    Result<FileDescriptor> open_file(const std::string& name) const;
    bool exists(const std::string& name) const;
    std::optional<uint64_t> file_bytes(const std::string& name) const;
    // What is in a directory below this one, sorted; nothing when it cannot be read.
    std::vector<std::string> names_in(const std::string& name) const;

    // For code that knows only paths: one that leads here whatever the directory's name, as long as
    // this object lives. Errors about it are to be given with the path as it was opened.
    std::filesystem::path lasting_path() const;
    Error with_own_path(Error error) const;

    // Whether another directory is this one, under whatever path. Both are open, so that neither
    // can have come after the other was deleted.
    bool is_same(const Directory& other) const;

private:
    Directory(FileDescriptor fd, std::filesystem::path path)
        : fd_(std::move(fd)), path_(std::move(path)) {}

    FileDescriptor fd_;
    std::filesystem::path path_;
};

}  // namespace edge
