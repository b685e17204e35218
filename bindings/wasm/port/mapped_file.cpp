// There is nothing to map: the whole file is read into memory of its own.
#include "core/mapped_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <limits>
#include <utility>

#include "core/directory.h"
#include "core/file_descriptor.h"
#include "core/io_error.h"

namespace edge {

namespace {

Status read_whole(int fd, std::span<std::byte> into, const std::filesystem::path& path) {
    while (!into.empty()) {
        const ssize_t got = ::read(fd, into.data(), into.size());
        if (got < 0) return io_error("read", path, errno);
        if (got == 0) {
            return fail(ErrorCode::Io, fmt::format("{}: changed while it was read", path.string()));
        }
        into = into.subspan(static_cast<size_t>(got));
    }
    return {};
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.valid()) return io_error("open", path, errno);
    return map(file, path);
}

Result<MappedFile> MappedFile::open(const Directory& directory, const std::string& name) {
    return map(EDGE_TRY(directory.open_file(name)), directory.path_of(name));
}

Result<MappedFile> MappedFile::map(const FileDescriptor& file, const std::filesystem::path& path) {
    struct stat status{};
    if (::fstat(file.get(), &status) != 0) return io_error("examine", path, errno);
    if (S_ISDIR(status.st_mode)) return io_error("read", path, EISDIR);
    if (status.st_size == 0) return MappedFile();
    if (status.st_size > std::numeric_limits<ptrdiff_t>::max()) {
        return io_error("map", path, ENOMEM);
    }

    const auto size = static_cast<size_t>(status.st_size);
    auto bytes = std::make_unique_for_overwrite<std::byte[]>(size);
    EDGE_CHECK(read_whole(file.get(), {bytes.get(), size}, path));
    return MappedFile({bytes.release(), size}, path, {status.st_dev, status.st_ino});
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

MappedFile::~MappedFile() { delete[] bytes_.data(); }

Status MappedFile::check_unchanged() const { return {}; }

void MappedFile::advise_sequential() {}

}  // namespace edge
