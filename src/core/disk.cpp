#include "core/disk.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "core/disk_events.h"
#include "core/file_descriptor.h"
#include "core/io_error.h"

namespace edge {
namespace {

using Kind = DiskEvent::Kind;

// Announces the change and makes it; the number of the error, 0 for none.
template <class Change>
int change_disk(const DiskEvent& event, Change change) {
    if (const int error = announce(event); error != 0) return error;
    return change() == 0 ? 0 : errno;
}

}  // namespace

Status rename_file(const std::filesystem::path& from, const std::filesystem::path& to) {
    const int error = change_disk({.kind = Kind::Rename, .path = from, .target = to},
                                  [&] { return std::rename(from.c_str(), to.c_str()); });
    if (error != 0) return io_error("create", to, error);
    return {};
}

Status rename_to_new(const std::filesystem::path& from, const std::filesystem::path& to) {
    const auto rename_new = [&] {
        return ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE);
    };
    int error = change_disk({.kind = Kind::Rename, .path = from, .target = to}, rename_new);
    if (error == EINVAL) {
        // The file system lacks RENAME_NOREPLACE, so look and then rename: only a file or an empty
        // directory that appears in between could be replaced.
        std::error_code ignored;
        if (std::filesystem::exists(std::filesystem::symlink_status(to, ignored))) error = EEXIST;
        if (error == EINVAL) error = std::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
    }
    if (error == EEXIST || error == ENOTEMPTY) return exists_already(to);
    if (error != 0) return io_error("create", to, error);
    return {};
}

Status link_file(const std::filesystem::path& file, const std::filesystem::path& name) {
    const int error = change_disk({.kind = Kind::Link, .path = file, .target = name},
                                  [&] { return ::link(file.c_str(), name.c_str()); });
    if (error == EEXIST) return exists_already(name);
    if (error != 0) return io_error("create", name, error);
    return {};
}

Status remove_file(const std::filesystem::path& path) {
    const int error =
        change_disk({.kind = Kind::Remove, .path = path}, [&] { return ::unlink(path.c_str()); });
    if (error != 0 && error != ENOENT) return io_error("remove", path, error);
    return {};
}

Status make_directory(const std::filesystem::path& path) {
    const int error = change_disk({.kind = Kind::MakeDirectory, .path = path},
                                  [&] { return ::mkdir(path.c_str(), 0777); });
    if (error != 0) return io_error("create", path, error);
    return {};
}

Status sync_directory(const std::filesystem::path& path) {
    const FileDescriptor directory(
        ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
    if (!directory.valid()) return io_error("open", path, errno);
    const int error = change_disk({.kind = Kind::SyncDirectory, .path = path},
                                  [&] { return ::fsync(directory.get()); });
    // EINVAL: this file system has nothing to sync for a directory.
    if (error != 0 && error != EINVAL) return io_error("sync", path, error);
    return {};
}

void copy_permissions(const std::filesystem::path& from, const std::filesystem::path& to) {
    constexpr mode_t kPermissions = 07777;
    struct stat state{};
    if (::stat(from.c_str(), &state) == 0) (void)::chmod(to.c_str(), state.st_mode & kPermissions);
}

uint64_t bytes_below(const std::filesystem::path& folder) {
    namespace fs = std::filesystem;
    uint64_t bytes = 0;
    std::error_code ignored;
    for (auto entry = fs::recursive_directory_iterator(folder, ignored);
         entry != fs::recursive_directory_iterator(); entry.increment(ignored)) {
        if (entry->is_regular_file(ignored)) bytes += entry->file_size(ignored);
    }
    return bytes;
}

}  // namespace edge
