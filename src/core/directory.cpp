#include "core/directory.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <string_view>

#include "core/io_error.h"

namespace edge {
namespace {

struct CloseStream {
    void operator()(DIR* stream) const { ::closedir(stream); }
};

}  // namespace

Result<Directory> Directory::open(const std::filesystem::path& path) {
    FileDescriptor fd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!fd.valid()) return io_error("open", path, errno);
    return Directory(std::move(fd), path);
}

// Without O_NONBLOCK, opening a pipe without a writer would wait forever.
Result<FileDescriptor> Directory::open_file(const std::string& name) const {
    FileDescriptor file(::openat(fd_.get(), name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file.valid()) return io_error("open", path_of(name), errno);
    return file;
}

bool Directory::exists(const std::string& name) const {
    struct stat status;
    return ::fstatat(fd_.get(), name.c_str(), &status, 0) == 0;
}

std::optional<uint64_t> Directory::file_bytes(const std::string& name) const {
    struct stat status;
    if (::fstatat(fd_.get(), name.c_str(), &status, 0) != 0) return std::nullopt;
    return static_cast<uint64_t>(status.st_size);
}

std::vector<std::string> Directory::names_in(const std::string& name) const {
    std::vector<std::string> names;
    auto folder = open_file(name);
    if (!folder) return names;
    const std::unique_ptr<DIR, CloseStream> stream(::fdopendir(folder->get()));
    if (!stream) return names;
    folder->release();  // now the stream's
    while (const dirent* const entry = ::readdir(stream.get())) {
        const std::string_view found = entry->d_name;
        if (found != "." && found != "..") names.emplace_back(found);
    }
    std::ranges::sort(names);
    return names;
}

std::filesystem::path Directory::lasting_path() const {
    const std::string path = fmt::format("/proc/self/fd/{}", fd_.get());
    struct stat status;
    return ::stat(path.c_str(), &status) == 0 ? std::filesystem::path(path) : path_;
}

Error Directory::with_own_path(Error error) const {
    const std::string lasting = lasting_path().string() + "/";
    const std::string own = (path_ / "").string();
    const auto replace = [&](std::string& text) {
        for (size_t at = text.find(lasting); at != std::string::npos;
             at = text.find(lasting, at + own.size())) {
            text.replace(at, lasting.size(), own);
        }
    };
    if (lasting == own) return error;
    replace(error.message);
    if (error.place) replace(error.place->file);
    return error;
}

bool Directory::is_same(const Directory& other) const {
    struct stat left;
    struct stat right;
    return ::fstat(fd_.get(), &left) == 0 && ::fstat(other.fd_.get(), &right) == 0 &&
           left.st_dev == right.st_dev && left.st_ino == right.st_ino;
}

}  // namespace edge
