#include "query/answers/group_file.h"

#include <gtest/gtest.h>

#include <cstring>

#include "support/temp_dir.h"

namespace edge::query {
namespace {

Result<GroupTable> parse(std::string_view text) {
    return parse_groups(std::as_bytes(std::span(text)), "x.gb");
}

GroupTable by_eco() {
    return {GroupKey::Eco,
            60,
            5,
            3,
            false,
            {{uint64_t{122}, 30, 4, 1, 1, 1},
             {uint64_t{0}, 9, 2, 0, 0, 0},
             {kUnknownNumber, 9, 1, 0, 0, 1}}};
}
GroupTable by_player() {
    return {GroupKey::Player,
            10,
            3,
            0,
            true,
            {{std::string(), 5, 2, 1, 0, 3},
             {std::string("Anna"), 7, 2, 1, 0, 1},
             {std::string("J\xC3\xB6rg"), 2, 1, 0, 0, 0}}};
}
GroupTable by_pawns() {
    return {GroupKey::PawnStructure,
            9,
            2,
            0,
            false,
            {{PawnStructure{0xFF00, 0xFF000000000000}, 6, 3, 1, 1, 1},
             {PawnStructure{0x1000EF00, 0xFF000000000000}, 3, 3, 1, 1, 1}}};
}

GroupTable by_elo() {
    GroupTable table{GroupKey::Elo,
                     9,
                     2,
                     0,
                     false,
                     {{uint64_t{2400}, 6, 3, 1, 1, 1}, {kUnknownNumber, 3, 3, 1, 1, 1}}};
    table.by.elo_width = 100;
    return table;
}
GroupTable by_event() {
    GroupTable table{GroupKey::Tag,
                     9,
                     2,
                     0,
                     false,
                     {{std::string("Candidates"), 6, 3, 1, 1, 1}, {std::string(), 3, 3, 1, 1, 1}}};
    table.by.tag = "Event";
    return table;
}

template <class T>
std::string refusal(const GroupTable& table, size_t at, T value,
                    ErrorCode code = ErrorCode::Corrupt) {
    std::string text = format_groups(table).value();
    std::memcpy(text.data() + at, &value, sizeof value);
    const auto parsed = parse(text);
    if (parsed) return "accepted";
    EXPECT_EQ(parsed.error().code, code);
    return parsed.error().message;
}

TEST(GroupFile, HasTheBytesOfTheFormat) {
    const std::string text = format_groups(by_player()).value();
    ASSERT_EQ(text.size(), 64U + 3 * 40 + 9);
    EXPECT_EQ(text.substr(0, 16), std::string_view("PMOTE-GB\x01\0\0\0\x07\0\0\0", 16));
    EXPECT_EQ(text.substr(16, 24),
              std::string_view("\x0A\0\0\0\0\0\0\0\x03\0\0\0\0\0\0\0\x03\0\0\0\0\0\0\0", 24));
    EXPECT_EQ(text.substr(40, 24),
              std::string_view("\x08\0\0\0\x28\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\0\0\0\0", 24));
    EXPECT_EQ(text.substr(144, 8), std::string_view("\x04\0\0\0\x05\0\0\0", 8));
    EXPECT_EQ(text.substr(184), "AnnaJ\xC3\xB6rg");
    EXPECT_EQ(format_groups(by_pawns()).value().size(), 64U + 2 * 48);
}

TEST(GroupFile, HasTheArgumentOfTheKey) {
    const std::string elo = format_groups(by_elo()).value();
    EXPECT_EQ(elo.substr(12, 4), std::string_view("\x0E\0\0\0", 4));
    EXPECT_EQ(elo.substr(56, 8), std::string_view("\x64\0\0\0\0\0\0\0", 8));
    const std::string event = format_groups(by_event()).value();
    EXPECT_EQ(event.substr(56, 8), std::string_view("\0\0\0\0\x05\0\0\0", 8));
    EXPECT_EQ(event.substr(64, 8), std::string_view("\x05\0\0\0\x0A\0\0\0", 8));
    EXPECT_EQ(event.substr(64 + 2 * 40), "EventCandidates");
}

TEST(GroupFile, RefusesOtherArguments) {
    const std::string expected = ", expected one by elo or by tag, else zeros";
    EXPECT_EQ(refusal<uint32_t>(by_eco(), 56, 100),
              "x.gb, offset 56: found a bin of 100 and a tag's name of 0 bytes" + expected);
    EXPECT_EQ(refusal<uint32_t>(by_elo(), 56, 0),
              "x.gb, offset 56: found a bin of 0 and a tag's name of 0 bytes" + expected);
    EXPECT_EQ(refusal<uint32_t>(by_event(), 60, 0),
              "x.gb, offset 56: found a bin of 0 and a tag's name of 0 bytes" + expected);
    EXPECT_EQ(refusal<uint32_t>(by_event(), 60, 16),
              "x.gb, offset 144: found texts of 15 bytes, expected a tag's name of 16 first");
    EXPECT_EQ(refusal<char>(by_event(), 144, ' '),
              "x.gb, offset 144: found other characters in a tag's name, expected letters, digits "
              "and _");
    EXPECT_EQ(refusal<uint64_t>(by_elo(), 64, 2450),
              "x.gb, offset 64: found elo:100 2450, expected a value of that key");
}

TEST(GroupFile, ReadsWhatItWrites) {
    for (const GroupTable& table :
         {by_eco(), by_player(), by_pawns(), by_elo(), by_event(), GroupTable()}) {
        EXPECT_TRUE(parse(format_groups(table).value()).value() == table);
    }
}

TEST(GroupFile, NamesWhatIsWrong) {
    EXPECT_EQ(refusal<char>(by_eco(), 0, 'Q'),
              "x.gb, offset 0: found \"QMOTE-GB\", expected the magic \"PMOTE-GB\"");
    EXPECT_EQ(refusal<uint32_t>(by_eco(), 8, 2, ErrorCode::Unsupported),
              "x.gb, offset 8: found version 2, expected 1");
    EXPECT_EQ(refusal<uint32_t>(by_eco(), 12, 99),
              "x.gb, offset 12: found key kind 99, expected a known one");
    EXPECT_EQ(refusal<uint64_t>(by_eco(), 32, 2),
              "x.gb, offset 32: found 2 rows, expected 3, in 120 bytes");
    EXPECT_EQ(refusal<uint32_t>(by_eco(), 40, 16),
              "x.gb, offset 40: found keys of 16 bytes in rows of 40, expected 8 in 40 for eco");
    EXPECT_EQ(refusal<uint32_t>(by_eco(), 52, 2),
              "x.gb, offset 52: found flags 0x2, expected 0 or 1");
    EXPECT_EQ(refusal<uint64_t>(by_eco(), 64, 500),
              "x.gb, offset 64: found eco 500, expected at most 499");
    EXPECT_EQ(refusal<uint64_t>(by_eco(), 72, 8),
              "x.gb, offset 104: found a row out of order, expected positions descending, then "
              "keys ascending");
    EXPECT_EQ(refusal<uint64_t>(by_eco(), 80, 2),
              "x.gb, offset 64: found 30 positions, 2 games, 3 results, padding 0, expected "
              "results <= games <= positions <= 60, padding 0");
    EXPECT_EQ(refusal<uint32_t>(by_player(), 104, 6),
              "x.gb, offset 104: found a text of 4 bytes at 6, expected texts that do not "
              "overlap in an area of 9");
    EXPECT_EQ(refusal<uint64_t>(by_pawns(), 64, 0xFF000000000000),
              "x.gb, offset 64: found two pawns on a square, expected one at most");
}

TEST(GroupFile, RefusesEveryShorterFile) {
    for (const GroupTable& table : {by_eco(), by_player(), by_pawns(), by_elo(), by_event()}) {
        const std::string text = format_groups(table).value();
        for (size_t size = 0; size < text.size(); ++size) {
            EXPECT_EQ(parse(text.substr(0, size)).error().code, ErrorCode::Corrupt);
        }
    }
    EXPECT_FALSE(parse(format_groups(by_eco()).value() + 'x'));
}

// Texts that overlap could ask for the square of the file's size.
TEST(GroupFile, DoesNotReadATextTwice) {
    GroupTable table{GroupKey::White, 100, 3, 0, false, {}};
    table.rows = {{std::string("a"), 3, 1, 0, 0, 0},
                  {std::string("b"), 2, 1, 0, 0, 0},
                  {std::string("cccccccc"), 1, 1, 0, 0, 0}};
    std::string text = format_groups(table).value();
    const uint32_t whole[2] = {0, 10};
    std::memcpy(text.data() + 64, whole, sizeof whole);
    EXPECT_FALSE(parse(text));
}

TEST(GroupFile, ReplacesOnlyGroups) {
    const test::TempDir folder;
    const auto path = folder / "x.gb";
    ASSERT_TRUE(write_groups(by_eco(), path, false));
    EXPECT_TRUE(read_groups(path).value() == by_eco());
    EXPECT_FALSE(write_groups(by_pawns(), path, false));
    EXPECT_TRUE(write_groups(by_pawns(), path, true));
    test::write_file(path, "PMOTE-BM");
    EXPECT_FALSE(write_groups(by_eco(), path, true));
}

}  // namespace
}  // namespace edge::query
