#include "core/output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/disk_events.h"
#include "core/io_error.h"

namespace edge {

namespace {

constexpr size_t kBufferBytes = size_t{1} << 20;
// With this much and nothing before it, a copy costs more than a call of the system.
constexpr size_t kLargeWrite = size_t{1} << 16;

}  // namespace

Result<OutputFile> OutputFile::create(const std::filesystem::path& path) {
    return open(path, O_TRUNC);
}

Result<OutputFile> OutputFile::create_new(const std::filesystem::path& path) {
    return open(path, O_EXCL);
}

Result<OutputFile> OutputFile::open(const std::filesystem::path& path, int how) {
    errno = announce({.kind = DiskEvent::Kind::Create, .path = path});
    if (errno != 0) return io_error("create", path, errno);
    FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | how, 0666));
    if (!file.valid()) return io_error("create", path, errno);
    return OutputFile(std::move(file), path);
}

OutputFile::OutputFile(FileDescriptor file, std::filesystem::path path)
    : file_(std::move(file)), path_(std::move(path)) {}

Status OutputFile::append(std::span<const std::byte> bytes) {
    if (bytes.empty()) return {};
    if (bytes.size() > kBufferBytes - buffered_) EDGE_CHECK(flush());
    if (bytes.size() >= kBufferBytes || (buffered_ == 0 && bytes.size() >= kLargeWrite)) {
        EDGE_CHECK(write_out(bytes));
    } else {
        if (!buffer_) buffer_ = std::make_unique_for_overwrite<std::byte[]>(kBufferBytes);
        std::memcpy(buffer_.get() + buffered_, bytes.data(), bytes.size());
        buffered_ += bytes.size();
    }
    size_ += bytes.size();
    return {};
}

Status OutputFile::write_at(uint64_t offset, std::span<const std::byte> bytes) {
    assert(offset + bytes.size() <= size_);
    EDGE_CHECK(flush());
    EDGE_CHECK(announce_write(offset, bytes));
    while (!bytes.empty()) {
        const ssize_t written =
            ::pwrite(file_.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (written < 0) {
            if (errno == EINTR) continue;
            return io_error("write to", path_, errno);
        }
        offset += static_cast<uint64_t>(written);
        bytes = bytes.subspan(static_cast<size_t>(written));
    }
    return {};
}

Status OutputFile::close(bool sync) {
    EDGE_CHECK(flush());
    buffer_.reset();
    if (sync) EDGE_CHECK(sync_content());
    // The descriptor is gone whatever close() returns, so it must not be called twice.
    if (::close(file_.release()) != 0) return io_error("close", path_, errno);
    return {};
}

Status OutputFile::flush() {
    const std::span<const std::byte> pending(buffer_.get(), std::exchange(buffered_, 0));
    return write_out(pending);
}

Status OutputFile::sync_content() {
    int error = announce({.kind = DiskEvent::Kind::Sync, .path = path_});
    if (error == 0 && ::fdatasync(file_.get()) != 0) error = errno;
    if (error != 0) return io_error("sync", path_, error);
    return {};
}

Status OutputFile::announce_write(uint64_t offset, std::span<const std::byte> bytes) const {
    const int error =
        announce({.kind = DiskEvent::Kind::Write, .path = path_, .offset = offset, .bytes = bytes});
    if (error != 0) return io_error("write to", path_, error);
    return {};
}

Status OutputFile::write_out(std::span<const std::byte> bytes) {
    if (bytes.empty()) return {};
    EDGE_CHECK(announce_write(written_, bytes));
    written_ += bytes.size();
    while (!bytes.empty()) {
        const ssize_t written = ::write(file_.get(), bytes.data(), bytes.size());
        if (written < 0) {
            if (errno == EINTR) continue;
            return io_error("write to", path_, errno);
        }
        bytes = bytes.subspan(static_cast<size_t>(written));
    }
    return {};
}

}  // namespace edge
