// A file written from front to back through a buffer. Every failed write, sync and close is
// reported; a file that is dropped without close() may lack its tail.
#pragma once

#include <edge/result.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

#include "core/file_descriptor.h"

namespace edge {

class OutputFile {
public:
    // Creates the file, or truncates an existing one.
    static Result<OutputFile> create(const std::filesystem::path& path);
    // Fails with errno EEXIST when the file exists.
    static Result<OutputFile> create_new(const std::filesystem::path& path);

    Status append(std::span<const std::byte> bytes);
    Status append(std::string_view text) { return append(std::as_bytes(std::span(text))); }

    // Overwrites bytes appended before, such as a header whose counts come last. Flushes first.
    Status write_at(uint64_t offset, std::span<const std::byte> bytes);

    uint64_t size() const { return size_; }  // bytes appended so far
    const std::filesystem::path& path() const { return path_; }

    // Writes the buffer, syncs it to the disk if `sync`, and closes. Call it once, last.
    Status close(bool sync);

private:
    OutputFile(FileDescriptor file, std::filesystem::path path);
    static Result<OutputFile> open(const std::filesystem::path& path, int how);

    Status flush();
    Status write_out(std::span<const std::byte> bytes);
    Status sync_content();
    Status announce_write(uint64_t offset, std::span<const std::byte> bytes) const;

    FileDescriptor file_;
    std::filesystem::path path_;
    std::unique_ptr<std::byte[]> buffer_;  // made by the first append that needs it
    size_t buffered_ = 0;
    uint64_t size_ = 0;
    uint64_t written_ = 0;  // bytes that have left the buffer
};

}  // namespace edge
