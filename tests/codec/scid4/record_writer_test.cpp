#include "codec/scid4/record_writer.h"

#include <gtest/gtest.h>

#include <string>

#include "codec/scid4/record_text.h"
#include "codec/scid4/stored_lines.h"

namespace edge::scid4 {
namespace {

using testing::encoded;
using testing::Encoded;
using testing::game_of;
using testing::record_of;

TEST(Scid4RecordWriter, WritesTagsMovesVariationsAndComments) {
    const Encoded result =
        encoded(game_of("[Event \"E\"]\n[Annotator \"A\"]\n[Board \"3\"]\n\n"
                        "1. d4 d5 {solid} (1... Nf6 2. c4) 2. Qd3 $6 *"));
    EXPECT_EQ(result.record, record_of("F3 01 'A' 05 'Board' 01 '3' 00 00"
                                       "BF BF 0C 0D 61 AF 0E 4A 0B 06 0F 'solid' 00"));
    EXPECT_TRUE(result.notes.empty());
}

TEST(Scid4RecordWriter, KeepsVariationsInsideTheVariationTheyVary) {
    EXPECT_EQ(encoded(game_of("1. e4 (1. d4 (1. c4 (1. f4)) 1... d5) (1. g4) e5 *")).record,
              record_of("00 00 CF 0D BF 0D AF 0D DF 0E 0E BF 0E 0D EF 0E CF 0F"));
    EXPECT_EQ(encoded(game_of("1. e4 (1. d4 {a} ({b} 1. c4 $1)) *")).record,
              record_of("00 00 CF 0D BF 0C 0D 0C AF 0B 01 0E 0E 0F 'a' 00 'b' 00"));
}

TEST(Scid4RecordWriter, GivesTheIndexWhatItNeeds) {
    const RecordFacts facts = encoded(game_of("[Event \"E\"]\n\n{intro} 1. d4 d5 $1 {a} (1... Nf6 "
                                              "{b} (1... e6) 2. c4 $1 $14) ({c} 1... f5)"
                                              " 2. -- Nf6 *"))
                                  .facts.value();
    RecordFacts expected;
    expected.plies = 4;
    expected.variations = 3;
    expected.comments = 4;
    expected.nags = 3;
    expected.stored_line = facts.stored_line;
    expected.home_pawns = {2, {0xC4}};
    expected.final_material = 0x6A86A8;
    EXPECT_EQ(facts, expected);
    EXPECT_EQ(stored_line(facts.stored_line), "d2d4 d7d5");
}

TEST(Scid4RecordWriter, AGameWithoutMovesTakesThreeBytes) {
    const Encoded result = encoded(Game());
    EXPECT_EQ(result.record, record_of("00 00 0F"));
    EXPECT_EQ(result.facts->final_material, 0x6A86A8U);
    EXPECT_EQ(encoded(game_of("[Event \"E\"]\n\n{only} *")).record,
              record_of("00 00 0C 0F 'only' 00"));
}

TEST(Scid4RecordWriter, AFenStartHasNoLineAndNoHomePawns) {
    const Encoded result = encoded(game_of(
        "[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 2. a8=N *"));
    EXPECT_EQ(result.record, record_of("FA 01 '1' 00 07 '4k3/P7/8/8/8/8/4P3/4K3 w - - 0 1' 00"
                                       "1F 01 2D 0F"));
    EXPECT_TRUE(result.facts->has_fen);
    EXPECT_TRUE(result.facts->has_promotion);
    EXPECT_TRUE(result.facts->has_underpromotion);
    EXPECT_EQ(result.facts->stored_line, 0U);
    EXPECT_EQ(result.facts->home_pawns, HomePawns());
    EXPECT_EQ(result.facts->final_material, 0x011000U);
}

TEST(Scid4RecordWriter, PromotionsInVariationsDoNotCount) {
    const Encoded result = encoded(
        game_of("[FEN \"4k3/P7/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 (1. a8=R+) 1... Kd7 *"));
    EXPECT_FALSE(result.facts->has_promotion);
}

// As in Scid, whose numbering of the pieces then follows the FEN.
TEST(Scid4RecordWriter, KeepsAFenOfTheStandardStart) {
    const Encoded result = encoded(
        game_of("[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n1. a3 *"));
    EXPECT_EQ(result.record,
              record_of("00 01 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' 00"
                        "C1 0F"));
}

TEST(Scid4RecordWriter, KeepsTheLettersOfAFenThatIsExact) {
    const auto fen_in_record = [](std::string_view fen) {
        Game game = game_of("[FEN \"" + std::string(fen) + "\"]\n\n*");
        const std::vector<std::byte> record = encoded(game).record;
        return std::string(reinterpret_cast<const char*>(record.data()) + 2);
    };
    // No pawn can capture there, which our own notation leaves out.
    constexpr std::string_view kPassed =
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    EXPECT_EQ(fen_in_record(kPassed), kPassed);
    EXPECT_EQ(fen_in_record("4k3/8/8/8/8/8/8/4K2R  w  KQ"), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
}

TEST(Scid4RecordWriter, AStartNeedsNoTag) {
    Game game = game_of("[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 5 30\"]\n\n*");
    game.tags.clear();
    EXPECT_EQ(encoded(game).record, record_of("00 01 '4k3/8/8/8/8/8/8/4K3 b - - 5 30' 00 0F"));
}

TEST(Scid4RecordWriter, AnInvalidFenIsLeftOut) {
    const Encoded result = encoded(game_of("[FEN \"nonsense\"]\n\n*"));
    EXPECT_EQ(result.record, record_of("00 00 0F"));
    ASSERT_EQ(result.notes.size(), 1U);
    EXPECT_EQ(result.notes[0].kind, "tags");
}

TEST(Scid4RecordWriter, RefusesTheCastlingOfChess960) {
    const Encoded result =
        encoded(game_of("[FEN \"rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1\"]\n\n*"));
    ASSERT_FALSE(result.facts);
    EXPECT_EQ(result.facts.error().kind, "chess960");
    EXPECT_TRUE(result.record.empty());
}

TEST(Scid4RecordWriter, RefusesAGameThatIsTooLong) {
    Game game;
    std::string& comment = game.moves.annotate(kRootNode).comment;
    while (comment.size() < kMaxRecordBytes - 5) comment += comment.size() % 2 == 0 ? 'a' : ' ';
    Encoded result = encoded(game);
    EXPECT_TRUE(result.facts);
    EXPECT_EQ(result.record.size(), kMaxRecordBytes);
    comment += 'b';
    const size_t size = result.record.size();
    const auto refused = encode_record(game, {}, result.record, result.notes);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, "record_too_long");
    EXPECT_EQ(result.record.size(), size) << "what stood there before stays";
}

TEST(Scid4RecordWriter, WritesSevenNagsAtMost) {
    const Encoded result = encoded(game_of("1. e4 $0 $1 $2 $3 $4 $5 $6 $7 $8 *"));
    EXPECT_EQ(result.record, record_of("00 00 CF 0B 01 0B 02 0B 03 0B 04 0B 05 0B 06 0B 07 0F"));
    EXPECT_EQ(result.facts->nags, 7U);
    ASSERT_EQ(result.notes.size(), 1U);
    EXPECT_EQ(result.notes[0].kind, "nags");
}

TEST(Scid4RecordWriter, ShortensTagsThatScidCannotPrint) {
    Game game;
    const std::string e_acute = "\xC3\xA9";
    game.tags.push_back({"Opening", std::string(241, 'x') + e_acute});
    game.tags.push_back({std::string(241, 'N'), "v"});
    game.tags.push_back({"", "v"});
    const Encoded result = encoded(game);
    EXPECT_EQ(result.record, record_of("F6 F1 '" + std::string(241, 'x') + "' 00 00 0F"));
    ASSERT_EQ(result.notes.size(), 3U);
    EXPECT_EQ(result.notes[0].kind, "tag_text");
    EXPECT_EQ(result.notes[1].kind, "tags");
    EXPECT_EQ(result.notes[2].kind, "tags");
}

TEST(Scid4RecordWriter, BreaksWordsThatScidCannotPrint) {
    Game game;
    game.moves.annotate(kRootNode).comment =
        std::string(1023, 'a') + "  " + std::string(1024, 'b') + " c";
    const Encoded result = encoded(game);
    EXPECT_EQ(result.record, record_of("00 00 0C 0F '" + std::string(1023, 'a') + "  " +
                                       std::string(1023, 'b') + " b c' 00"));
    ASSERT_EQ(result.notes.size(), 1U);
    EXPECT_EQ(result.notes[0].kind, "comment_text");
}

TEST(Scid4RecordWriter, ZeroBytesBecomeSpaces) {
    Game game;
    game.tags.push_back({"Source", std::string("a\0b", 3)});
    game.moves.annotate(kRootNode).comment = std::string("c\0d", 3);
    EXPECT_EQ(encoded(game).record, record_of("F9 03 'a b' 00 00 0C 0F 'c d' 00"));
}

}  // namespace
}  // namespace edge::scid4
