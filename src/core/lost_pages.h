// Files that are cut short while they are mapped. Reading a page that its file no longer has raises
// SIGBUS, which ends the process. A program that calls survive_lost_pages() reads zeros there
// instead, and checks before it trusts what it has read. Other code uses MappedFile.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace edge {

// Installs the handler, for the whole process. The library never does this by itself: the program
// decides what a signal means.
void survive_lost_pages();

// How often mapped files have lost pages in this process. If the number changes during a piece of
// work, some of what it read may have been zeros.
uint64_t lost_page_count();

// The path of the file that lost pages last, as it was opened; empty when none has.
std::string last_lost_file();

// One mapped file, known to the handler as long as this object lives.
class GuardedRange {
public:
    GuardedRange(std::span<const std::byte> bytes, std::filesystem::path path);
    GuardedRange(const GuardedRange&) = delete;
    GuardedRange& operator=(const GuardedRange&) = delete;
    ~GuardedRange();

    std::span<const std::byte> bytes() const { return bytes_; }
    const std::filesystem::path& path() const { return path_; }
    bool is_intact() const { return !has_lost_pages_; }

private:
    friend class GuardedRanges;

    const std::span<const std::byte> bytes_;
    const std::filesystem::path path_;
    std::atomic<bool> has_lost_pages_ = false;
    GuardedRange* previous_ = nullptr;  // in the list of all, as the next
    GuardedRange* next_ = nullptr;
};

}  // namespace edge
