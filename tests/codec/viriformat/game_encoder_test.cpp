#include "codec/viriformat/game_encoder.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <optional>
#include <string_view>
#include <vector>

#include "chess/fen.h"
#include "codec/random_tree.h"
#include "codec/viriformat/bytes_and_games.h"
#include "codec/viriformat/packed_board.h"

namespace edge::viriformat {
namespace {

using edge::testing::Bytes;
using edge::testing::decoded;
using edge::testing::encoded;
using edge::testing::pgn_game;
using edge::testing::scores_in;
using Scores = std::vector<int>;

std::string start_fen(const Bytes& bytes) {
    return to_fen(unpack_board(std::span(bytes).first<kBoardBytes>()).value().position);
}

Scores scores_of(std::string_view pgn, ScoreOptions options = {}) {
    ConversionReport report;
    return scores_in(encoded(pgn_game(pgn), options, report));
}

uint64_t lost(const ConversionReport& report, std::string_view kind) {
    const auto found = report.lost.find(kind);
    return found == report.lost.end() ? 0 : found->second.count;
}

TEST(ViriformatEncoder, AnEvalIsTheScoreOfTheNextMove) {
    EXPECT_EQ(
        scores_of("{[%eval 0.1]} 1. e4 {[%eval 0.2]} e5 {[%eval -0.3]} 2. Nf3 {[%eval 9]} 1-0"),
        (Scores{10, 20, -30}));
}

TEST(ViriformatEncoder, TheFirstPositionIsZeroWhereEvalsBeginAfterIt) {
    EXPECT_EQ(scores_of("1. e4 {[%eval 0.2]} e5 {[%eval -0.3]} 2. Nf3 1-0"), (Scores{0, 20, -30}));
}

TEST(ViriformatEncoder, AnEnginesScoreIsThatOfItsOwnMove) {
    EXPECT_EQ(scores_of("1. e4 {+0.10/9 1s} e5 {-0.20/9 1s} 2. Nf3 {+0.30/9 1s} 1-0"),
              (Scores{10, 20, 30}));
    EXPECT_EQ(scores_of("1. e4 {wv=0.10} e5 {wv=-0.20} 2. Nf3 {wv=0.30} 1-0"),
              (Scores{10, -20, 30}));
}

TEST(ViriformatEncoder, ABlackMoverMayComeFirst) {
    constexpr std::string_view kPgn =
        "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 1\"]\n\n1... Kd8 {+0.10/9 1s} 2. Kd1 {+0.20/9 1s} 0-1";
    EXPECT_EQ(scores_of(kPgn), (Scores{-10, 20}));
}

TEST(ViriformatEncoder, APlusAnywhereMeansTheMoversSide) {
    EXPECT_EQ(scores_of("1. e4 {0.10/9 1} e5 {-0.20/9 1} 1-0"), (Scores{10, -20}));
    EXPECT_EQ(scores_of("1. e4 {+0.10/9 1} e5 {-0.20/9 1} 1-0"), (Scores{10, 20}));
}

TEST(ViriformatEncoder, TheViewMayBeGiven) {
    const ScoreOptions white{.view = ScoreView::White};
    const ScoreOptions mover{.view = ScoreView::Mover};
    EXPECT_EQ(scores_of("1. e4 {+0.10/9 1s} e5 {-0.20/9 1s} 1-0", white), (Scores{10, -20}));
    EXPECT_EQ(scores_of("1. e4 {ev=0.10} e5 {ev=-0.20} 1-0", mover), (Scores{10, 20}));
    EXPECT_EQ(scores_of("1. e4 {wv=0.10} e5 {wv=-0.20} 1-0", mover), (Scores{10, -20}));
    EXPECT_EQ(scores_of("{[%eval 1]} 1. e4 {[%eval -2]} e5 1-0", mover), (Scores{100, -200}));
}

TEST(ViriformatEncoder, AutoPrefersEvals) {
    constexpr std::string_view kBoth =
        "1. e4 {+0.10/9 1s} e5 {[%eval 0.5]} 2. Nf3 {+1.00/9 1s} 1-0";
    EXPECT_EQ(scores_of(kBoth), (Scores{50}));
    EXPECT_EQ(scores_of(kBoth, {.source = ScoreSource::Engine}), (Scores{10}));
    EXPECT_EQ(scores_of(kBoth, {.source = ScoreSource::Zero}), (Scores{0, 0, 0}));
}

TEST(ViriformatEncoder, AGameIsItsFirstScoredPart) {
    const ReadGame game = pgn_game(
        "1. e4 {book} e5 {book} 2. Nf3 {+0.10/9 1s} Nc6 {-0.20/9 1s} 3. Bb5 a6 {-0.30/9 1s} 1-0");
    ConversionReport report;
    const Bytes bytes = encoded(game, {}, report);
    EXPECT_EQ(start_fen(bytes), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    EXPECT_EQ(scores_in(bytes), (Scores{10, 20}));
    EXPECT_EQ(lost(report, "moves_before"), 2U);
    EXPECT_EQ(lost(report, "moves_after"), 2U);
    EXPECT_EQ(lost(report, "comments"), 5U);
}

TEST(ViriformatEncoder, ANullMoveEndsTheGame) {
    ConversionReport report;
    const Bytes bytes =
        encoded(pgn_game("1. e4 e5 2. -- Nf6 1-0"), {.source = ScoreSource::Zero}, report);
    EXPECT_EQ(scores_in(bytes), (Scores{0, 0}));
    EXPECT_EQ(lost(report, "moves_after"), 2U);
}

TEST(ViriformatEncoder, SkipsWhatCannotBeStored) {
    ConversionReport report;
    EXPECT_TRUE(encoded(pgn_game("1. e4 {[%eval 0.2]} e5 *"), {}, report).empty());
    EXPECT_TRUE(encoded(pgn_game("1. e4 e5 {good} 1-0"), {}, report).empty());
    EXPECT_TRUE(encoded(pgn_game("1. -- e5 1-0"), {.source = ScoreSource::Zero}, report).empty());
    EXPECT_EQ(report.skipped.at("no_result").count, 1U);
    EXPECT_EQ(report.skipped.at("no_scores").count, 2U);
    EXPECT_TRUE(report.lost.empty());
}

TEST(ViriformatEncoder, AGameWithoutMovesIsABoard) {
    ConversionReport report;
    EXPECT_EQ(encoded(pgn_game("[White \"?\"]\n\n1/2-1/2"), {}, report).size(), 36U);
    EXPECT_EQ(report, ConversionReport());
}

TEST(ViriformatEncoder, CountsWhatHasNoPlace) {
    const ReadGame game = pgn_game(
        "[Event \"Cup\"]\n[Site \"?\"]\n[Result \"1-0\"]\n\n"
        "{[%eval 0.1]} 1. e4 $1 {[%eval 320.00] [%clk 0:01:00]} (1. d4 {solid} d5 (1... Nf6)) "
        "1... e5 {[%eval -0.3]} 2. Nf3 {[%eval 0.4]} 1-0");
    ConversionReport report;
    EXPECT_EQ(scores_in(encoded(game, {}, report)), (Scores{10, 31999, -30}));
    EXPECT_EQ(lost(report, "tags"), 1U);
    EXPECT_EQ(lost(report, "nags"), 1U);
    EXPECT_EQ(lost(report, "variations"), 2U);
    EXPECT_EQ(lost(report, "clamped_scores"), 1U);
    // The clock, the words in the variation, and the score of the last position.
    EXPECT_EQ(lost(report, "comments"), 3U);
}

TEST(ViriformatEncoder, KeepsTheEnPassantSquareOfTheFenTag) {
    for (const std::string_view fen : {
             "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
             "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2",  // with a capture
             "4k3/8/8/KP1p3r/8/8/8/8 w - d6 0 2",
             "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
         }) {
        const std::string pgn = "[FEN \"" + std::string(fen) + "\"]\n\n{[%eval 0.1]} *";
        ReadGame read = pgn_game(pgn);
        read.game.result = GameResult::Draw;
        ConversionReport report;
        const auto games = decoded(encoded(read, {}, report), report);
        ASSERT_EQ(games.size(), 1U);
        EXPECT_EQ(games[0].game.tag("FEN"), fen);
    }
}

TEST(ViriformatEncoder, AFenTagOfAnotherPositionSaysNothing) {
    ReadGame read = pgn_game("[FEN \"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1\"]\n\n{[%eval 0.1]} 1-0");
    read.game.start = parse_fen("3k4/8/8/8/4P3/8/8/4K3 b - - 0 1", FenMode::Strict).value();
    ConversionReport report;
    EXPECT_EQ(encoded(read, {}, report)[24], std::byte{0x80 | 64});
}

// The main line of a tree with a score at every position, as a reader of viriformat makes it.
RC_GTEST_PROP(ViriformatEncoder, IsReadBack, ()) {
    const Game tree = edge::testing::draw_tree();
    Game game;
    game.start = tree.start;
    game.result = tree.result;
    NodeIndex node = kRootNode;
    for (NodeIndex next = tree.moves.first_child(kRootNode);
         next != kNoNode && !tree.moves.is_null_move(next); next = tree.moves.first_child(next)) {
        const auto score = *rc::gen::inRange<int>(-kMate, kMate + 1);
        game.moves.annotate(node).comment = eval_text(static_cast<Score>(score));
        node = game.moves.add(node, tree.moves.move(next));
    }
    ConversionReport report;
    const Bytes bytes = encoded({game, "game 1"}, {}, report);
    RC_ASSERT(report.lost.empty());
    if (game.result == GameResult::Unknown) {
        RC_ASSERT(bytes.empty());
        return;
    }
    const auto games = decoded(bytes, report);
    RC_ASSERT(games.size() == 1U);
    RC_ASSERT(games[0].game.moves == game.moves);
    RC_ASSERT(games[0].game.result == game.result);
    RC_ASSERT(to_shredder_fen(games[0].game.start) == to_shredder_fen(game.start));
    RC_ASSERT(encoded(games[0], {}, report) == bytes);
    RC_ASSERT(report.lost.empty());
}

}  // namespace
}  // namespace edge::viriformat
