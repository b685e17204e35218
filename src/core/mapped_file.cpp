#include "core/mapped_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <utility>

#include "core/directory.h"
#include "core/file_descriptor.h"
#include "core/io_error.h"

namespace edge {

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
    // Without O_NONBLOCK, opening a pipe without a writer would wait forever.
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file.valid()) return io_error("open", path, errno);
    return map(file, path);
}

Result<MappedFile> MappedFile::open(const Directory& directory, const std::string& name) {
    return map(EDGE_TRY(directory.open_file(name)), directory.path_of(name));
}

Result<MappedFile> MappedFile::map(const FileDescriptor& file, const std::filesystem::path& path) {
    struct stat status;
    if (::fstat(file.get(), &status) != 0) return io_error("examine", path, errno);
    if (S_ISDIR(status.st_mode)) return io_error("read", path, EISDIR);
    if (!S_ISREG(status.st_mode)) {
        return fail(ErrorCode::Io, fmt::format("cannot map {}: not a regular file", path.string()));
    }
    const auto size = static_cast<size_t>(status.st_size);
    if (size == 0) return MappedFile();  // mmap refuses a length of 0

    void* address = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.get(), 0);
    if (address == MAP_FAILED) return io_error("map", path, errno);
    return MappedFile({static_cast<const std::byte*>(address), size}, path,
                      {status.st_dev, status.st_ino});
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : bytes_(std::exchange(other.bytes_, {})),
      guard_(std::move(other.guard_)),
      identity_(other.identity_) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(guard_, other.guard_);
    std::swap(identity_, other.identity_);
    return *this;
}

MappedFile::~MappedFile() {
    guard_.reset();  // first, as another thread may map something at the same address right after
    if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

// The rest of the page in which the file now ends reads as zeros without a signal, so the size is
// checked as well. A file that replaced this one does not matter: the old one stays as long as it
// is mapped.
Status MappedFile::check_unchanged() const {
    if (!guard_) return {};
    struct stat now{};
    const bool is_shorter = ::stat(guard_->path().c_str(), &now) == 0 &&
                            Identity{now.st_dev, now.st_ino} == identity_ &&
                            static_cast<size_t>(now.st_size) < bytes_.size();
    if (guard_->is_intact() && !is_shorter) return {};
    return fail(ErrorCode::Io,
                fmt::format("{}: changed while it was read", guard_->path().string()));
}

void MappedFile::advise_sequential() {
    if (bytes_.empty()) return;
    ::madvise(const_cast<std::byte*>(bytes_.data()), bytes_.size(), MADV_SEQUENTIAL);
}

}  // namespace edge
