#include "explorer/book_answer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "chess/uci.h"

namespace edge::explorer {
namespace {

using polyglot::BookEntry;

BookAnswer answer_of(const std::vector<BookEntry>& entries, const Position& position) {
    std::string bytes;
    for (const BookEntry& entry : entries) {
        for (const std::byte byte : polyglot::encode_entry(entry)) bytes += static_cast<char>(byte);
    }
    const auto book = polyglot::Book::parse(std::as_bytes(std::span(bytes)), "x.bin").value();
    return explore_book(book, position);
}

BookEntry entry_of(std::string_view uci, uint16_t weight) {
    const Position& start = Position::start();
    return {.key = start.hash(),
            .move = polyglot::encode_move(parse_uci(start, uci).value(), start),
            .weight = weight};
}

TEST(BookAnswer, HasMovesByWeight) {
    const BookAnswer answer = answer_of(
        {entry_of("d2d4", 10), entry_of("g1f3", 30), entry_of("e2e4", 0)}, Position::start());
    ASSERT_EQ(answer.moves.size(), 3U);
    EXPECT_EQ(answer.total_weight, 40U);
    EXPECT_EQ(answer.moves[0].san, "Nf3");
    EXPECT_EQ(answer.moves[0].uci, "g1f3");
    EXPECT_EQ(answer.moves[0].share, 0.75);
    EXPECT_EQ(answer.moves[1].san, "d4");
    EXPECT_EQ(answer.moves[2].share, 0.0);
    EXPECT_TRUE(answer.warnings.empty());
}

TEST(BookAnswer, HasNoSharesWithoutWeights) {
    const BookAnswer answer = answer_of({entry_of("d2d4", 0)}, Position::start());
    ASSERT_EQ(answer.moves.size(), 1U);
    EXPECT_EQ(answer.moves[0].share, 0.0);
    EXPECT_TRUE(answer_of({}, Position::start()).moves.empty());
}

TEST(BookAnswer, WarnsOfMovesThatAreNotLegal) {
    BookEntry bad = entry_of("d2d4", 7);
    bad.move = 0;
    const BookAnswer answer = answer_of({bad}, Position::start());
    EXPECT_TRUE(answer.moves.empty());
    ASSERT_EQ(answer.warnings.size(), 1U);
    EXPECT_NE(answer.warnings[0].find("entry 0x0000 of weight 7 is not a legal move"),
              std::string::npos);
}

}  // namespace
}  // namespace edge::explorer
