#include "codec/fbpgn/game_chunk.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "codec/pgn/game_reader.h"
#include "codec/pgn/game_writer.h"
#include "codec/random_tree.h"

namespace edge::fbpgn {
namespace {

ReadGame game_of(std::string_view pgn) { return {pgn::read_games(pgn).at(0).game, "line 1"}; }

std::vector<ReadGame> games_of(const Chunk& chunk, ConversionReport& report) {
    std::vector<ReadGame> games;
    add_games(chunk, "game 1", games, report);
    return games;
}
std::vector<ReadGame> games_of(const Chunk& chunk) {
    ConversionReport report;
    return games_of(chunk, report);
}

// The moves of a chunk without tags.
std::string movetext_of(std::string_view moves) {
    const std::vector<ReadGame> games = games_of({.tags = {}, .moves = std::string(moves)});
    EXPECT_TRUE(games.at(0).game.tags.empty());
    std::string text;
    pgn::append_movetext(games.at(0).game, text);
    return text;
}

RC_GTEST_PROP(FbpgnGameChunk, GamesComeBack, ()) {
    const Game game = testing::draw_tree();
    bool has_brace = false;
    for (NodeIndex node = 0; node < game.moves.size(); ++node) {
        const Annotation& notes = game.moves.annotation(node);
        has_brace |= (notes.comment + notes.comment_before).find('}') != std::string::npos;
    }
    ConversionReport lost;
    const Chunk chunk = chunk_of({game, "game 1"}, lost);
    RC_ASSERT(lost.lost.empty());
    RC_ASSERT((chunk.moves.find('\n') != std::string::npos) == has_brace);
    ConversionReport report;
    const std::vector<ReadGame> back = games_of(chunk, report);
    RC_ASSERT(back.size() == 1U);
    RC_ASSERT(report.games_read == 1U);
    RC_ASSERT(report.lost.empty());
    RC_ASSERT(back[0].game == game);
    RC_ASSERT(chunk_of(back[0], lost) == chunk);
}

TEST(FbpgnGameChunk, KeepsTheOrderOfTagsAndAddsWhatTheGameNeeds) {
    ConversionReport report;
    const Chunk chunk = chunk_of(game_of("[WhiteElo \"2500\"]\n[Event \"a \\\"b\\\" \\\\\"]\n"
                                         "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O 1-0"),
                                 report);
    const std::vector<GameTag> tags = {{"WhiteElo", "2500"},
                                       {"Event", "a \\\"b\\\" \\\\"},
                                       {"FEN", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
                                       {"Result", "1-0"},
                                       {"SetUp", "1"}};
    EXPECT_EQ(chunk.tags, tags);
    EXPECT_EQ(chunk.moves, "1. O-O 1-0");
    EXPECT_EQ(report, ConversionReport());
}

TEST(FbpgnGameChunk, KeepsACommentWithAClosingBrace) {
    ConversionReport report;
    const ReadGame read = game_of("1. e4 ; a } b ; c\n(1. d4 {x; y} ; }\n) 1... e5 $1 *");
    const Chunk chunk = chunk_of(read, report);
    EXPECT_EQ(chunk.moves, "1. e4 ; a } b ; c\n(1. d4 ; x; y }\n) 1... e5 $1 *");
    EXPECT_EQ(games_of(chunk, report).at(0).game.moves, read.game.moves);
    EXPECT_EQ(report.lost, ConversionReport().lost);
}

TEST(FbpgnGameChunk, ReportsWhatHasNoPlace) {
    ConversionReport report;
    ReadGame read = game_of(
        "[Event \"a\"]\n[E \"b\"]\n[Opening \"x\"]\n[Opening \"y\"]\n\n"
        "1. e4 {a ; b} *");
    read.game.tags.push_back({"White Title", "GM"});
    const Chunk chunk = chunk_of(read, report);
    EXPECT_EQ(chunk.moves, "1. e4 {a ; b} *");
    const std::vector<GameTag> tags = {{"Event", "a"}, {"Opening", "x"}, {"Result", "*"}};
    EXPECT_EQ(chunk.tags, tags);
    std::vector<std::string> lost;
    for (const auto& [kind, tally] : report.lost) lost.push_back(kind + ' ' + tally.examples[0]);
    const std::vector<std::string> expected = {
        "repeated_tags line 1: found a second tag 'Opening', of which the first is kept",
        "short_tag_names line 1: found a tag 'E', which would be read as Event",
        "tag_names line 1: found a tag 'White Title', expected a name of letters and digits; left "
        "out"};
    EXPECT_EQ(lost, expected);
}

TEST(FbpgnGameChunk, TakesTheResultFromTheEndOfTheMoves) {
    const auto result = [](std::string tag, std::string moves) {
        const auto games = games_of({.tags = {{"Result", std::move(tag)}}, .moves = moves});
        EXPECT_EQ(games.size(), 1U);
        return games.at(0).game.tag("Result").data() +
               (" " + std::string(result_text(games[0].game.result)));
    };
    // The reference encoder takes "1-0" from the date.
    EXPECT_EQ(result("1-0", "1. e4 {on 2021-01-02} e5 0-1"), "0-1 0-1");
    EXPECT_EQ(result("1-0", "1. e4 {1-0 is possible} *"), "* *");
    EXPECT_EQ(result("1/2-1/2", "1. e4 e5"), "1/2-1/2 1/2-1/2");
    EXPECT_EQ(result("1-0", "1. e4 e5 2. Qh5 {mate? 0-1}"), "1-0 1-0");
    EXPECT_EQ(result("0-0", "1. e4 e5 *"), "0-0 *");
    EXPECT_EQ(result("*", "1. e4 e5 1/2-1/2\n"), "1/2-1/2 1/2-1/2");
}

TEST(FbpgnGameChunk, ReadsMovesWithoutTags) {
    EXPECT_EQ(movetext_of("1. e4 (1. d4 {x}) 1... e5 $1 1-0"),
              "1. e4 (1. d4 {x}) 1... e5 $1 1-0\n");
    EXPECT_EQ(movetext_of("{first} 1. e4"), "{first} 1. e4 *\n");
    EXPECT_EQ(movetext_of(""), "*\n");
    EXPECT_EQ(movetext_of("0-1"), "0-1\n");
}

// What the reference encoder does to a file that begins with a byte order mark, and to tags after
// an empty line.
TEST(FbpgnGameChunk, FindsTagsInFrontOfTheMoves) {
    const auto marked =
        games_of({.tags = {{"Result", "1-0"}},
                  .moves = "\xEF\xBB\xBF[Event \"E\"] [White \"W\"] [Result \"1-0\"] 1. e4 1-0"});
    ASSERT_EQ(marked.size(), 1U);
    const std::vector<GameTag> tags = {{"Event", "E"}, {"White", "W"}, {"Result", "1-0"}};
    EXPECT_EQ(marked[0].game.tags, tags);
    EXPECT_EQ(marked[0].game.moves.size(), 2U);

    const auto added = games_of(
        {.tags = {{"Opening", "x"}, {"Result", "*"}}, .moves = "\xEF\xBB\xBF[Event \"E\"] 1. e4"});
    ASSERT_EQ(added.size(), 1U);
    EXPECT_EQ(added[0].game.tags.size(), 3U);
    EXPECT_EQ(added[0].game.moves.size(), 2U);

    const auto split = games_of({.tags = {{"Event", "E"}, {"Result", "*"}},
                                 .moves = "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"] 1. O-O *"});
    ASSERT_EQ(split.size(), 1U);
    EXPECT_EQ(split[0].game.tags.size(), 3U);
    EXPECT_EQ(split[0].game.moves.size(), 2U);
}

// A value that the reference encoder takes to reach over two tags of one line.
TEST(FbpgnGameChunk, SplitsTagsThatStoodOnOneLine) {
    const auto games = games_of({.tags = {{"Black", "B\"] [Round \"3"}}, .moves = "1. e4 *"});
    ASSERT_EQ(games.size(), 1U);
    EXPECT_EQ(games[0].game.tag("Black"), "B");
    EXPECT_EQ(games[0].game.tag("Round"), "3");
}

TEST(FbpgnGameChunk, SplitsGamesThatWereTakenForOne) {
    ConversionReport report;
    const auto games =
        games_of({.tags = {{"Event", "E"}}, .moves = "1. e4 1-0 [White \"W\"] 1. d4 0-1"}, report);
    ASSERT_EQ(games.size(), 2U);
    EXPECT_EQ(report.games_read, 2U);
    EXPECT_EQ(games[0].game.result, GameResult::WhiteWins);
    EXPECT_EQ(games[1].game.result, GameResult::BlackWins);
    EXPECT_EQ(games[1].game.tag("White"), "W");
}

TEST(FbpgnGameChunk, ReportsWhatIsWrong) {
    ConversionReport report;
    EXPECT_EQ(games_of({.tags = {}, .moves = "1. e4 Ke3"}, report).size(), 1U);
    EXPECT_EQ(report.lost.at("illegal_move").examples.at(0),
              "game 1: found 'Ke3', expected a legal move; the line ends there");
    EXPECT_TRUE(games_of({.tags = {{"Variant", "Atomic"}}, .moves = "1. e4"}, report).empty());
    EXPECT_EQ(report.skipped.at("variant").count, 1U);
    EXPECT_EQ(report.games_read, 2U);
}

}  // namespace
}  // namespace edge::fbpgn
