// Any bytes as a Polyglot book. What opens is in order, every entry is found by its key, and every
// move that is understood is written the same way again.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codec/polyglot/book.h"
#include "explorer/book_answer.h"
#include "require.h"

using namespace edge;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const auto book = polyglot::Book::parse(std::as_bytes(std::span(data, size)), "x.bin");
    if (!book) {
        FUZZ_REQUIRE(!book.error().message.empty());
        return 0;
    }
    FUZZ_REQUIRE(size == book->entry_count() * polyglot::kEntryBytes);
    for (uint64_t i = 0; i < book->entry_count(); ++i) {
        const polyglot::BookEntry entry = book->entry(i);
        const auto found = book->find(entry.key);
        FUZZ_REQUIRE(std::ranges::find(found, entry) != found.end());
        const auto bytes = polyglot::encode_entry(entry);
        FUZZ_REQUIRE(std::ranges::equal(
            bytes,
            std::as_bytes(std::span(data, size)).subspan(i * polyglot::kEntryBytes, bytes.size())));
        const auto move = polyglot::decode_move(entry.move, Position::start());
        FUZZ_REQUIRE(!move || polyglot::encode_move(*move, Position::start()) == entry.move);
    }
    const explorer::BookAnswer answer = explorer::explore_book(*book, Position::start());
    const size_t entries = book->find(Position::start().hash()).size();
    FUZZ_REQUIRE(answer.moves.size() + answer.warnings.size() == entries);
    return 0;
}
