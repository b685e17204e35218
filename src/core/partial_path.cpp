#include "core/partial_path.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/types.h>

#include <cerrno>
#include <charconv>
#include <string_view>

namespace edge {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kMark = ".partial-";

// The process that made `name`, or 0 when the name is not `.<target>.partial-<pid>-<hex digits>`.
pid_t owner_of(std::string_view name) {
    const size_t mark = name.rfind(kMark);
    if (!name.starts_with('.') || mark == std::string_view::npos) return 0;
    name.remove_prefix(mark + kMark.size());
    pid_t pid = 0;
    const auto [rest, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (error != std::errc() || pid <= 0) return 0;
    name.remove_prefix(static_cast<size_t>(rest - name.data()));
    if (name.size() < 2 || name[0] != '-') return 0;
    const bool hex = name.find_first_not_of("0123456789abcdef", 1) == std::string_view::npos;
    return hex ? pid : 0;
}

bool is_alive(pid_t pid) { return ::kill(pid, 0) == 0 || errno != ESRCH; }

FileDescriptor open_to_lock(const fs::path& path) {
    return FileDescriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
}

}  // namespace

std::string partial_prefix(const fs::path& target) {
    return '.' + target.filename().string() + std::string(kMark);
}

FileDescriptor lock_partial(const fs::path& path) {
    FileDescriptor file = open_to_lock(path);
    if (file.valid()) ::flock(file.get(), LOCK_EX | LOCK_NB);
    return file;
}

bool is_abandoned_partial(const fs::path& path) {
    const pid_t owner = owner_of(path.filename().string());
    if (owner == 0 || is_alive(owner)) return false;
    const FileDescriptor file = open_to_lock(path);
    return file.valid() && ::flock(file.get(), LOCK_EX | LOCK_NB) == 0;
}

}  // namespace edge
