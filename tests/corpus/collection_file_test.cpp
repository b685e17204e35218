#include "corpus/collection_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "chess/fen.h"

namespace edge::corpus {
namespace {

CollectionFile sample() {
    const auto position =
        parse_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", FenMode::Strict);
    return {.query = "player = \"Tal, Mihail\" and not @simuls",
            .takes_aliases = true,
            .names = {{"Tal, Mihail", "Tal,M", "Tahl, Mikhail"}},
            .openings = {{*position, {"B00", "King's pawn"}}},
            .sources = {{"@simuls", {1, 2}}},
            .games = 58,
            .games_hash = {3, 4},
            .made_at = "20261119-120000"};
}

std::string text_of(const CollectionFile& collection) {
    return format_collection(collection).value();
}

// With the hash that belongs to it.
std::string sealed(const std::string& lines) {
    return lines + fmt::format("hash={}\n", to_hex(content_hash(lines)));
}

TEST(CollectionFileTest, IsReadBackAsItWasWritten) {
    const CollectionFile before = sample();
    const auto after = parse_collection(text_of(before), "x.query");
    ASSERT_TRUE(after) << after.error().message;
    EXPECT_EQ(after->query, before.query);
    EXPECT_TRUE(after->takes_aliases);
    EXPECT_EQ(after->names, before.names);
    ASSERT_EQ(after->openings.size(), 1U);
    EXPECT_EQ(after->openings[0].opening, before.openings[0].opening);
    EXPECT_TRUE(after->openings[0].position.same_position(before.openings[0].position));
    EXPECT_EQ(after->sources, before.sources);
    EXPECT_EQ(after->games, 58U);
    EXPECT_EQ(after->games_hash, before.games_hash);
    EXPECT_EQ(after->made_at, before.made_at);
    EXPECT_EQ(text_of(*after), text_of(before));
}

TEST(CollectionFileTest, TheHashOfTheQuestionIsNotOfTheAnswer) {
    CollectionFile other = sample();
    other.games = 59;
    other.games_hash = {5, 6};
    other.made_at = "20261120-000000";
    EXPECT_EQ(question_hash(other), question_hash(sample()));
    other.takes_aliases = false;
    EXPECT_FALSE(question_hash(other) == question_hash(sample()));
}

TEST(CollectionFileTest, EveryFlippedBitIsFound) {
    const std::string text = text_of(sample());
    for (size_t at = 0; at < text.size(); ++at) {
        for (int bit = 0; bit < 8; ++bit) {
            std::string damaged = text;
            damaged[at] = static_cast<char>(damaged[at] ^ 1 << bit);
            const auto read = parse_collection(damaged, "x.query");
            ASSERT_FALSE(read) << "byte " << at << ", bit " << bit;
        }
    }
}

TEST(CollectionFileTest, EveryCutIsFound) {
    const std::string text = text_of(sample());
    for (size_t size = 0; size < text.size(); ++size) {
        EXPECT_FALSE(parse_collection(text.substr(0, size), "x.query")) << size;
    }
}

TEST(CollectionFileTest, SaysWhatIsWrong) {
    const auto message = [](const std::string& text) {
        const auto read = parse_collection(text, "x.query");
        return read ? "none" : read.error().message;
    };
    const std::string head = "collection=1\nquery=all\naliases=1\n";
    const std::string rest = "games=1\ngames_hash=00000000000000000000000000000000\nmade_at=x\n";
    EXPECT_EQ(message(sealed(head + rest)), "none");
    EXPECT_NE(message("collection=2\n").find("found collection=2, expected 1"), std::string::npos);
    EXPECT_EQ(parse_collection("collection=2\n", "x").error().code, ErrorCode::Unsupported);
    EXPECT_NE(message(sealed(head)).find("found no key games"), std::string::npos);
    EXPECT_NE(message(sealed(head + "opening=B00\tx\n" + rest)).find("ECO, name and FEN"),
              std::string::npos);
    EXPECT_NE(message(sealed(head + "opening=B00\tx\t8/8 w\n" + rest)).find("expected a FEN"),
              std::string::npos);
    EXPECT_NE(message(sealed(head + "set=simuls 12\n" + rest)).find("@NAME and 32 hex digits"),
              std::string::npos);
    EXPECT_NE(message(sealed(head + "query=all\n" + rest)).find("key query again"),
              std::string::npos);
    EXPECT_NE(message(sealed(head + "colour=red\n" + rest)).find("found key colour"),
              std::string::npos);
    EXPECT_NE(message(sealed(head + rest) + "more=1\n").find("text after the hash"),
              std::string::npos);
}

TEST(CollectionFileTest, TextsThatWouldBreakALineAreRefused) {
    CollectionFile collection = sample();
    collection.query = "player = \"a\nb\"";
    EXPECT_EQ(format_collection(collection).error().code, ErrorCode::InvalidArgument);
    collection = sample();
    collection.names[0].emplace_back("a\tb");
    EXPECT_EQ(format_collection(collection).error().code, ErrorCode::InvalidArgument);
}

}  // namespace
}  // namespace edge::corpus
