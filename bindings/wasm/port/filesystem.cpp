#include <filesystem>

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

_LIBCPP_BEGIN_NAMESPACE_FILESYSTEM

namespace {

void set(error_code& error, int number) { error.assign(number, generic_category()); }

file_type type_of(mode_t mode) {
    if (S_ISREG(mode)) return file_type::regular;
    if (S_ISDIR(mode)) return file_type::directory;
    if (S_ISLNK(mode)) return file_type::symlink;
    return file_type::unknown;
}

file_status status_by(int (*examine)(const char*, struct stat*), const path& path,
                      error_code& error) {
    struct stat found{};
    if (examine(path.c_str(), &found) == 0) {
        error.clear();
        return file_status(type_of(found.st_mode));
    }
    set(error, errno);
    const bool is_missing = errno == ENOENT || errno == ENOTDIR;
    return file_status(is_missing ? file_type::not_found : file_type::none);
}

}  // namespace

file_status status(const path& path, error_code& error) { return status_by(::stat, path, error); }

file_status symlink_status(const path& path, error_code& error) {
    return status_by(::lstat, path, error);
}

uintmax_t file_size(const path& path, error_code& error) {
    struct stat found{};
    error.clear();
    if (::stat(path.c_str(), &found) == 0) return static_cast<uintmax_t>(found.st_size);
    set(error, errno);
    return static_cast<uintmax_t>(-1);
}

bool equivalent(const path& left, const path& right, error_code& error) {
    struct stat a{};
    struct stat b{};
    error.clear();
    if (::stat(left.c_str(), &a) != 0 || ::stat(right.c_str(), &b) != 0) {
        set(error, errno);
        return false;
    }
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

path absolute(const path& path, error_code& error) {
    error.clear();
    return path.is_absolute() ? path : filesystem::path("/") / path;
}

path canonical(const path& path, error_code& error) {
    if (!exists(path, error)) return {};
    return weakly_canonical(path, error);
}

path weakly_canonical(const path& path, error_code& error) {
    return absolute(path, error).lexically_normal();
}

path temp_directory_path(error_code& error) {
    error.clear();
    return "/";
}

bool create_directory(const path& path, error_code& error) {
    error.clear();
    if (::mkdir(path.c_str(), 0777) == 0) return true;
    const int reason = errno;
    error_code ignored;
    if (reason != EEXIST || !is_directory(path, ignored)) set(error, reason);
    return false;
}

bool remove(const path& path, error_code& error) {
    error.clear();
    if (std::remove(path.c_str()) == 0) return true;
    if (errno != ENOENT) set(error, errno);
    return false;
}

uintmax_t remove_all(const path& path, error_code& error) {
    uintmax_t removed = 0;
    if (is_directory(path, error)) {
        for (const directory_entry& entry : directory_iterator(path, error)) {
            removed += remove_all(entry.path(), error);
            if (error) return static_cast<uintmax_t>(-1);
        }
    }
    removed += remove(path, error) ? 1 : 0;
    return error ? static_cast<uintmax_t>(-1) : removed;
}

directory_iterator::directory_iterator(const path& folder, error_code& error) {
    error.clear();
    DIR* const directory = ::opendir(folder.c_str());
    if (directory == nullptr) {
        set(error, errno);
        return;
    }
    vector<directory_entry> entries;
    while (const dirent* entry = ::readdir(directory)) {
        const string_view name = entry->d_name;
        if (name != "." && name != "..") entries.emplace_back(folder / name);
    }
    ::closedir(directory);
    if (!entries.empty()) {
        entries_ = make_shared<const vector<directory_entry>>(std::move(entries));
    }
}

directory_iterator& directory_iterator::increment(error_code& error) {
    error.clear();
    if (++at_ == entries_->size()) *this = {};
    return *this;
}

recursive_directory_iterator::recursive_directory_iterator(const path& folder, error_code& error) {
    directory_iterator first(folder, error);
    if (first != directory_iterator()) open_.push_back(std::move(first));
}

recursive_directory_iterator& recursive_directory_iterator::increment(error_code& error) {
    const directory_entry& present = *open_.back();
    if (present.is_directory(error)) {
        directory_iterator inner(present.path(), error);
        if (error) {
            open_.clear();
            return *this;
        }
        if (inner != directory_iterator()) {
            open_.push_back(std::move(inner));
            return *this;
        }
    }
    while (!open_.empty() && open_.back().increment(error) == directory_iterator()) {
        open_.pop_back();
    }
    return *this;
}

_LIBCPP_END_NAMESPACE_FILESYSTEM
