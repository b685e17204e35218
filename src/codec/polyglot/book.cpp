#include "codec/polyglot/book.h"

#include <utility>

#include <fmt/format.h>

#include "core/damage.h"

namespace edge::polyglot {

Result<Book> Book::open(const std::filesystem::path& path) {
    MappedFile file = EDGE_TRY(MappedFile::open(path));
    Book book = EDGE_TRY(parse(file.bytes(), path.string()));
    book.file_ = std::move(file);
    return book;
}

Result<Book> Book::parse(std::span<const std::byte> bytes, const std::string& name) {
    const size_t rest = bytes.size() % kEntryBytes;
    if (rest != 0) {
        return corrupt(
            name, bytes.size() - rest,
            fmt::format("found {} bytes, expected book entries of {}", rest, kEntryBytes));
    }
    Book book(bytes);
    uint64_t last = 0;
    for (uint64_t i = 0; i < book.entry_count(); ++i) {
        const uint64_t key = book.entry(i).key;
        if (key < last) {
            return corrupt(name, i * kEntryBytes,
                           fmt::format("found the key {:016x} after {:016x}, expected the keys of "
                                       "a book in ascending order",
                                       key, last));
        }
        last = key;
    }
    return book;
}

std::vector<BookEntry> Book::find(uint64_t key) const {
    uint64_t low = 0;
    uint64_t high = entry_count();
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (entry(middle).key < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    std::vector<BookEntry> found;
    for (; low < entry_count() && entry(low).key == key; ++low) found.push_back(entry(low));
    return found;
}

}  // namespace edge::polyglot
