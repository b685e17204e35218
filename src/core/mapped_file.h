// A whole file as read-only memory. The pages belong to the system's cache, so a mapping costs no
// memory of its own; a file that shrinks while it is mapped is outside what this can guard against.
#pragma once

#include <edge/result.h>

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace edge {

class MappedFile {
public:
    // Only regular files map; a directory, a pipe or a device is an error. An empty file is fine.
    static Result<MappedFile> open(const std::filesystem::path& path);

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

    // Hints that the file is read once from front to back.
    void advise_sequential();

private:
    explicit MappedFile(std::span<const std::byte> bytes) : bytes_(bytes) {}

    std::span<const std::byte> bytes_;
};

}  // namespace edge
