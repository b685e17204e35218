#include "core/mapped_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <utility>

#include "core/file_descriptor.h"
#include "core/io_error.h"

namespace edge {

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
    // Without O_NONBLOCK the open of a pipe nobody writes to would wait for ever.
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file.valid()) return io_error("open", path, errno);

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
    return MappedFile({static_cast<const std::byte*>(address), size});
}

MappedFile::MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
}

MappedFile::~MappedFile() {
    if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

void MappedFile::advise_sequential() {
    if (bytes_.empty()) return;
    ::madvise(const_cast<std::byte*>(bytes_.data()), bytes_.size(), MADV_SEQUENTIAL);
}

}  // namespace edge
