#include "codec/bullet/record.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "chess/fen.h"

namespace edge::bullet {
namespace {

Position at(std::string_view fen) { return parse_fen(fen, FenMode::Lenient).value(); }

// Fields of the record, apart from its board, in hexadecimal: score, result, kings, zeros.
std::string hex(std::string_view bytes) {
    std::string text;
    for (const char byte : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
    return text;
}

std::string record(const ScoredPosition& scored) {
    std::string bytes;
    append_record(scored, bytes);
    EXPECT_EQ(bytes.size(), kRecordBytes);
    return hex(bytes);
}

std::string line(const ScoredPosition& scored) {
    std::string text;
    append_line(scored, text);
    return text;
}

TEST(BulletRecord, HasTheBoardOfTheStart) {
    EXPECT_EQ(record({Position::start(), 18, GameResult::WhiteWins}),
              "ffff00000000ffff"
              "13422531"
              "00000000"
              "88888888"
              "9bcaadb9"
              "1200"
              "02"
              "0404"
              "000000");
}

TEST(BulletRecord, IsSeenByTheSideToMove) {
    // The same position with the colours exchanged has the same record.
    const Position white = at("4k3/8/8/8/8/8/1P4q1/K7 w - -");
    const Position black = at("k7/1p4Q1/8/8/8/8/8/4K3 b - -");
    EXPECT_EQ(record({white, -870, GameResult::BlackWins}),
              record({black, 870, GameResult::WhiteWins}));
    EXPECT_EQ(record({white, -870, GameResult::BlackWins}).substr(48),
              "9afc"  // -870
              "00"
              "0004"  // own king a1, the other on its e1
              "000000");
    EXPECT_EQ(record({white, 0, GameResult::Draw}).substr(52, 2), "01");
    EXPECT_EQ(record({black, 0, GameResult::Draw}).substr(52, 2), "01");
}

TEST(BulletRecord, KeepsTheLowestScoreInRangeForBothSides) {
    const Position white = at("4k3/8/8/8/8/8/8/K7 w - -");
    const Position black = at("4k3/8/8/8/8/8/8/K7 b - -");
    EXPECT_EQ(record({white, -32768, GameResult::Draw}).substr(48, 4), "0180");
    EXPECT_EQ(record({black, -32768, GameResult::Draw}).substr(48, 4), "ff7f");
}

TEST(BulletLine, IsAboutWhite) {
    EXPECT_EQ(line({at("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9"), -12, GameResult::BlackWins}),
              "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9 | -12 | 0.0\n");
    EXPECT_EQ(line({at("4k3/8/8/8/8/8/8/K7 b - - 3 40"), 32765, GameResult::WhiteWins}),
              "4k3/8/8/8/8/8/8/K7 b - - 3 40 | 32765 | 1.0\n");
    EXPECT_EQ(line({at("4k3/8/8/8/8/8/8/K7 b - - 3 40"), 0, GameResult::Draw}),
              "4k3/8/8/8/8/8/8/K7 b - - 3 40 | 0 | 0.5\n");
}

}  // namespace
}  // namespace edge::bullet
