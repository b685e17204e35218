// A Polyglot opening book: entries in the order of their keys. Mapped, and searched in place.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "codec/polyglot/entry.h"
#include "core/mapped_file.h"
#include "edge/result.h"

namespace edge::polyglot {

// Safe to use from many threads.
class Book {
public:
    // Checks all keys: Corrupt when one is smaller than the one before it, since the search would
    // fail then, or when the last entry is incomplete.
    static Result<Book> open(const std::filesystem::path& path);
    // The same for bytes in memory that outlive it; `name` is for messages.
    static Result<Book> parse(std::span<const std::byte> bytes, const std::string& name);

    uint64_t entry_count() const { return bytes_.size() / kEntryBytes; }
    BookEntry entry(uint64_t index) const {
        return decode_entry(
            bytes_.subspan(static_cast<size_t>(index) * kEntryBytes).first<kEntryBytes>());
    }
    // The entries of a position, in the order of the file.
    std::vector<BookEntry> find(uint64_t key) const;

private:
    explicit Book(std::span<const std::byte> bytes) : bytes_(bytes) {}

    MappedFile file_;
    std::span<const std::byte> bytes_;
};

}  // namespace edge::polyglot
