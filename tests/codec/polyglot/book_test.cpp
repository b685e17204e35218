#include "codec/polyglot/book.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "codec/polyglot/book_writer.h"
#include "support/temp_dir.h"

namespace edge::polyglot {
namespace {

std::string bytes_of(const std::vector<BookEntry>& entries) {
    std::string bytes;
    for (const BookEntry& entry : entries) {
        for (const std::byte byte : encode_entry(entry)) bytes += static_cast<char>(byte);
    }
    return bytes;
}

Result<Book> parse(std::string_view bytes) {
    return Book::parse(std::as_bytes(std::span(bytes)), "x.bin");
}

RC_GTEST_PROP(PolyglotBook, FindsAllEntriesOfAKey, (std::vector<uint8_t> keys)) {
    std::ranges::sort(keys);
    std::vector<BookEntry> entries;
    for (const uint8_t key : keys) {
        entries.push_back({.key = key * 0x0101010101010101U,
                           .move = static_cast<uint16_t>(entries.size()),
                           .weight = key});
    }
    const std::string bytes = bytes_of(entries);
    const Book book = parse(bytes).value();
    RC_ASSERT(book.entry_count() == entries.size());
    for (unsigned key = 0; key < 256; ++key) {
        std::vector<BookEntry> expected;
        std::ranges::copy_if(entries, std::back_inserter(expected),
                             [key](const BookEntry& e) { return e.weight == key; });
        RC_ASSERT(book.find(key * 0x0101010101010101U) == expected);
        RC_ASSERT(book.find((key * 0x0101010101010101U) ^ 1).empty());
    }
}

TEST(PolyglotBook, RefusesWhatCannotBeSearched) {
    const std::string sorted = bytes_of({{.key = 5}, {.key = 5}, {.key = 9}});
    EXPECT_TRUE(parse(sorted));
    EXPECT_TRUE(parse(""));
    EXPECT_EQ(parse(sorted.substr(0, 40)).error().message,
              "x.bin, offset 32: found 8 bytes, expected book entries of 16");
    EXPECT_EQ(parse(bytes_of({{.key = 5}, {.key = 4}})).error().message,
              "x.bin, offset 16: found the key 0000000000000004 after 0000000000000005, expected "
              "the keys of a book in ascending order");
    EXPECT_FALSE(Book::open("/no/such/book.bin"));
}

TEST(PolyglotBook, WriterPutsTheWholeFileInPlace) {
    const test::TempDir dir;
    const std::vector<BookEntry> entries = {{.key = 1, .move = 2, .weight = 3},
                                            {.key = 1, .move = 3, .weight = 2},
                                            {.key = UINT64_MAX, .move = 4, .weight = 65535}};
    {
        auto writer = BookWriter::create(dir / "x.bin", false).value();
        for (const BookEntry& entry : entries) EXPECT_TRUE(writer.add(entry));
        EXPECT_FALSE(std::filesystem::exists(dir / "x.bin"));
        EXPECT_TRUE(writer.finish());
    }
    EXPECT_EQ(test::read_file(dir / "x.bin"), bytes_of(entries));
    const Book book = Book::open(dir / "x.bin").value();
    EXPECT_EQ(book.entry(2), entries[2]);
    EXPECT_FALSE(BookWriter::create(dir / "x.bin", false));
    EXPECT_TRUE(BookWriter::create(dir / "x.bin", true));
}

}  // namespace
}  // namespace edge::polyglot
