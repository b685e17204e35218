#include "codec/scid4/record_reader.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>

#include "codec/random_tree.h"
#include "codec/scid4/record_text.h"

namespace edge::scid4 {
namespace {

using testing::encoded;
using testing::Encoded;
using testing::game_of;
using testing::record_of;

struct Decoded {
    Game game = {};
    std::vector<RecordNote> notes = {};
    Status status = {};
};

Decoded decoded(std::span<const std::byte> record) {
    Decoded result;
    result.status = decode_record(record, result.game, result.notes);
    return result;
}

Decoded decoded(std::string_view text) { return decoded(record_of(text)); }

// The message of the error; empty when there is none.
std::string error_of(std::string_view text) {
    const Decoded result = decoded(text);
    if (result.status) return "";
    EXPECT_EQ(result.status.error().code, ErrorCode::Corrupt);
    return result.status.error().message;
}

TEST(Scid4RecordReader, ReadsTagsMovesVariationsAndComments) {
    const Decoded result = decoded(
        "F3 01 'A' 05 'Board' 01 '3' 00 00"
        "0C BF BF 0C 0D 0C 61 AF 0E 4A 0B 06 0F 'intro' 00 'solid' 00 'or' 00");
    ASSERT_TRUE(result.status);
    EXPECT_TRUE(result.notes.empty());
    const Game expected = game_of(
        "[Event \"E\"]\n\n{intro} 1. d4 d5 {solid} ({or} 1... Nf6 2. c4) "
        "2. Qd3 $6 *");
    EXPECT_EQ(result.game.moves, expected.moves);
    EXPECT_EQ(result.game.tags, (std::vector<GameTag>{{"Annotator", "A"}, {"Board", "3"}}));
}

RC_GTEST_PROP(Scid4RecordReader, ReadingBackGivesTheSameGame, ()) {
    Game game = edge::testing::draw_tree();
    RC_PRE(game.start.has_standard_castling());
    for (NodeIndex node = 1; node < game.moves.size(); ++node) {
        if (game.moves.annotation(node).nags.empty()) continue;
        std::vector<uint8_t>& nags = game.moves.annotate(node).nags;
        std::erase(nags, 0);
        nags.resize(std::min<size_t>(nags.size(), 7));
    }
    const Encoded written = encoded(game);
    RC_ASSERT(written.facts.has_value());
    RC_ASSERT(written.notes.empty());
    const Decoded back = decoded(written.record);
    RC_ASSERT(back.status.has_value());
    RC_ASSERT(back.notes.empty());
    RC_ASSERT(back.game.moves == game.moves);
    RC_ASSERT(back.game.start.hash() == game.start.hash());
    const Encoded again = encoded(back.game);
    RC_ASSERT(again.record == written.record);
    RC_ASSERT(*again.facts == *written.facts);
}

TEST(Scid4RecordReader, SkipsTagsWithoutMeaning) {
    const Decoded result = decoded("FF 01 02 03 FB 02 'ab' FE 00 F4 01 '7' 00 00 0F");
    ASSERT_TRUE(result.status);
    EXPECT_EQ(result.game.tags, (std::vector<GameTag>{{"PlyCount", "7"}}));
}

TEST(Scid4RecordReader, TurnsBytesIntoUtf8) {
    const Decoded result = decoded("F3 01 E9 00 00 0C 0F E9 00");
    ASSERT_TRUE(result.status);
    EXPECT_EQ(result.game.tags, (std::vector<GameTag>{{"Annotator", "\xC3\xA9"}}));
    EXPECT_EQ(result.game.moves.annotation(kRootNode).comment, "\xC3\xA9");
}

TEST(Scid4RecordReader, CommentsBecomeOneLine) {
    const Decoded result = decoded("00 00 CF 0C 0F '  two ' 0A ' lines' 00");
    ASSERT_TRUE(result.status);
    EXPECT_EQ(result.game.moves.annotation(1).comment, "two lines");
}

TEST(Scid4RecordReader, ReadsTheStartAndNamesItInATag) {
    const Decoded result = decoded("00 01 '4k3/8/8/8/8/8/8/4K2R w K - 3 9' 00 0A 0F");
    ASSERT_TRUE(result.status);
    EXPECT_EQ(to_fen(result.game.start), "4k3/8/8/8/8/8/8/4K2R w K - 3 9");
    EXPECT_EQ(result.game.tag("FEN"), "4k3/8/8/8/8/8/8/4K2R w K - 3 9");
    EXPECT_TRUE(result.game.moves.move(1).is_castling());
}

TEST(Scid4RecordReader, AFenThatEndsEarlyAllowsCastling) {
    EXPECT_EQ(to_fen(decoded("00 01 'r3k3/8/8/8/8/8/8/R3K2R w' 00 0F").game.start),
              "r3k3/8/8/8/8/8/8/R3K2R w KQq - 0 1");
    EXPECT_EQ(to_fen(decoded("00 01 '4k2R/8/8/8/8/8/8/3K4 b' 00 0F").game.start),
              "4k2R/8/8/8/8/8/8/3K4 b - - 0 1");
}

TEST(Scid4RecordReader, ReadsTheCastlingOfChess960) {
    const Decoded result = decoded("00 01 '4k3/8/8/8/8/8/8/5KR1 w G - 0 1' 00 0A 01 1D 0F");
    ASSERT_TRUE(result.status);
    EXPECT_TRUE(result.notes.empty());
    ASSERT_EQ(result.game.moves.size(), 4U);
    EXPECT_EQ(result.game.moves.move(3).from(), make_square(5, 0)) << "the rook went to f1";
}

TEST(Scid4RecordReader, TheCommentOfAnEmptyVariationBelongsToTheMoveItVaries) {
    const Decoded result = decoded("00 00 CF 0C 0D 0C 0E 0D 0E 0F 'a' 00 'b' 00");
    ASSERT_TRUE(result.status);
    EXPECT_EQ(result.game.moves.size(), 2U);
    EXPECT_EQ(result.game.moves.annotation(1).comment, "a b");
    ASSERT_EQ(result.notes.size(), 2U);
    EXPECT_EQ(result.notes[0].kind, "variations");
}

TEST(Scid4RecordReader, AVariationOnTheFirstMoveOfOneStaysInsideIt) {
    const MoveTree inside = decoded("00 00 CF 0D BF 0D AF 0E BF 0E 0F").game.moves;
    const MoveTree next_to_it = decoded("00 00 CF 0D BF BF 0E 0D AF 0E 0F").game.moves;
    EXPECT_EQ(inside, game_of("1. e4 (1. d4 (1. c4) 1... d5) *").moves);
    EXPECT_EQ(next_to_it, game_of("1. e4 (1. d4 d5) (1. c4) *").moves);
    EXPECT_FALSE(inside == next_to_it);
}

TEST(Scid4RecordReader, AnIllegalMoveEndsItsLine) {
    // e4; then a rook through its own pawn, with its annotations; the text of its comment is
    // dropped.
    const Decoded result = decoded(
        "00 00 CF 0C CF 0D AF 0C 1F 0B 01 0C 0D 0C 00 0E 0E 67 0F 'a' 00 'b' 00 'c' 00 'd' 00");
    ASSERT_TRUE(result.status);
    EXPECT_EQ(result.game.moves, game_of("1. e4 {a} e5 (1... c5 {b}) 2. Nf3 *").moves);
    ASSERT_EQ(result.notes.size(), 1U);
    EXPECT_EQ(result.notes[0],
              (RecordNote{"illegal_moves",
                          "the game record, offset 8: found move byte 1f, expected "
                          "a legal move; the line ends there"}));
}

TEST(Scid4RecordReader, PassingInCheckIsIllegal) {
    const Decoded result = decoded("00 01 '4k3/8/8/8/8/8/8/r3K3 w - - 0 1' 00 00 0F");
    ASSERT_TRUE(result.status);
    EXPECT_EQ(result.game.moves.size(), 1U);
    EXPECT_EQ(result.notes.size(), 1U);
}

TEST(Scid4RecordReader, NagsWithoutAMoveAreLeftOut) {
    const Decoded result = decoded("00 00 0B 01 CF 0B 00 0B 0D 0D 0B 02 BF 0E 0F");
    ASSERT_TRUE(result.status);
    EXPECT_EQ(result.game.moves, game_of("1. e4 $13 (1. d4) *").moves);
    EXPECT_EQ(result.notes.size(), 3U);
}

TEST(Scid4RecordReader, TextsWithoutAMarkAreLeftOut) {
    const Decoded result = decoded("00 00 CF 0C 0F 'a' 00 'b' 00");
    ASSERT_TRUE(result.status);
    EXPECT_EQ(result.game.moves, game_of("1. e4 {a} *").moves);
    EXPECT_EQ(result.notes.size(), 1U);
    EXPECT_TRUE(decoded("00 00 CF 0C 0F 'a' 00 'rest'").notes.empty());
}

TEST(Scid4RecordReader, RefusesWhatMakesNoSense) {
    EXPECT_EQ(error_of("00 00 CF D0 0F"),
              "");  // d7 by seven squares: against the rules, not against sense
    EXPECT_EQ(error_of("00 00 0E 0F"),
              "the game record, offset 2: found the end of a variation, expected a variation");
    EXPECT_EQ(error_of("00 00 0D 0E 0F"),
              "the game record, offset 2: found a variation, expected a move before it");
    EXPECT_EQ(error_of("00 00 CF 0D 0D 0E 0E 0F"),
              "the game record, offset 4: found a variation, expected a move before it");
    EXPECT_EQ(error_of("00 00 CF 0D BF 0F"),
              "the game record, offset 5: found the end of the game, expected the end of a "
              "variation before it");
    EXPECT_EQ(error_of("00 00 01 0F"),
              "the game record, offset 2: found move byte 01, expected a move to another square of "
              "the board");
    EXPECT_EQ(error_of("00 01 'x' 00 0F"),
              "the game record, offset 2: found the FEN 'x', expected a legal position");
    EXPECT_NE(error_of("00 01 'x'"), "");
    EXPECT_NE(error_of("00 00 CF 0C 0F 'a'"), "") << "a text without its zero byte";
    EXPECT_NE(error_of("00 00 43"), "") << "a queen without its second byte";
}

TEST(Scid4RecordReader, EveryBeginningIsRefused) {
    const std::vector<std::byte> whole = record_of(
        "F3 01 'A' 05 'Board' 01 '3' 00 01 '4k3/8/8/8/8/8/8/Q3K3 w - - 0 1' 00"
        "10 52 0C 01 0D 03 0B 0D 0E 0F 'text' 00");
    ASSERT_TRUE(decoded(whole).status);
    for (size_t size = 0; size < whole.size(); ++size) {
        EXPECT_FALSE(decoded(std::span(whole).first(size)).status) << size;
    }
}

TEST(Scid4RecordReader, VariationsTooDeepAreLeftOut) {
    // Passes that vary each other: neither side has moved, so any number may.
    constexpr size_t kDepth = 20000;
    std::vector<std::byte> record = record_of("00 00 00");
    for (size_t i = 0; i < kDepth; ++i) {
        record.push_back(std::byte{0x0D});
        record.push_back(std::byte{0x00});
    }
    record.insert(record.end(), kDepth, std::byte{0x0E});
    record.push_back(std::byte{0x0F});
    const Decoded result = decoded(record);
    ASSERT_TRUE(result.status);
    EXPECT_EQ(result.game.moves.size(), 2U + (1U << 14));
    EXPECT_EQ(result.notes.size(), 1U);
}

}  // namespace
}  // namespace edge::scid4
