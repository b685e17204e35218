// A whole file as read-only memory. The pages belong to the system's cache, so a mapping costs no
// memory of its own. A file that shrinks while it is mapped ends the process, unless
// survive_lost_pages() was called: then the lost part reads as zeros, which check_unchanged()
// reports.
#pragma once

#include <edge/result.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/lost_pages.h"

namespace edge {

class Directory;
class FileDescriptor;

class MappedFile {
public:
    // Only regular files can be mapped; a directory, a pipe or a device is an error. An empty file
    // is fine.
    static Result<MappedFile> open(const std::filesystem::path& path);
    static Result<MappedFile> open(const Directory& directory, const std::string& name);

    MappedFile() = default;
    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile();

    // Both stay valid when the MappedFile is moved, until the last owner goes.
    std::span<const std::byte> bytes() const { return bytes_; }
    std::string_view text() const {
        return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
    }

    // Io when the file has become shorter since it was opened: some of what was read may be zeros.
    Status check_unchanged() const;

    // Whether both are mappings of one file, not of two that had the same path one after the other.
    bool is_same_file(const MappedFile& other) const { return identity_ == other.identity_; }

    // Hints that the file is read once from front to back.
    void advise_sequential();

private:
    // Distinguishes a file from another one at the same path.
    struct Identity {
        uint64_t device = 0;
        uint64_t inode = 0;
        friend bool operator==(const Identity&, const Identity&) = default;
    };
    static Result<MappedFile> map(const FileDescriptor& file, const std::filesystem::path& path);
    MappedFile(std::span<const std::byte> bytes, const std::filesystem::path& path,
               Identity identity)
        : bytes_(bytes), guard_(std::make_unique<GuardedRange>(bytes, path)), identity_(identity) {}

    std::span<const std::byte> bytes_;
    std::unique_ptr<GuardedRange> guard_;  // null when there are no bytes
    Identity identity_;
};

}  // namespace edge
