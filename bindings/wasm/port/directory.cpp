// Files are found by the path of their directory: there is no other process to replace it.
#include "core/directory.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

#include "core/io_error.h"

namespace edge {

namespace fs = std::filesystem;

Result<Directory> Directory::open(const fs::path& path) {
    struct stat status{};
    if (::stat(path.c_str(), &status) != 0) return io_error("open", path, errno);
    if (!S_ISDIR(status.st_mode)) return io_error("open", path, ENOTDIR);
    return Directory(FileDescriptor(), path);
}

Result<FileDescriptor> Directory::open_file(const std::string& name) const {
    FileDescriptor file(::open(path_of(name).c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.valid()) return io_error("open", path_of(name), errno);
    return file;
}

bool Directory::exists(const std::string& name) const {
    struct stat status{};
    return ::stat(path_of(name).c_str(), &status) == 0;
}

std::optional<uint64_t> Directory::file_bytes(const std::string& name) const {
    struct stat status{};
    if (::stat(path_of(name).c_str(), &status) != 0) return std::nullopt;
    return static_cast<uint64_t>(status.st_size);
}

std::vector<std::string> Directory::names_in(const std::string& name) const {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(path_of(name), error), end; !error && entry != end;
         entry.increment(error)) {
        names.push_back(entry->path().filename().string());
    }
    std::ranges::sort(names);
    return names;
}

fs::path Directory::lasting_path() const { return path_; }

Error Directory::with_own_path(Error error) const { return error; }

bool Directory::is_same(const Directory& other) const { return path_ == other.path_; }

}  // namespace edge
