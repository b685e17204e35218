#include "wire/lichess/lichess_answer.h"

#include <gtest/gtest.h>

#include "chess/position_text.h"
#include "corpus/bitmap_layout.h"
#include "corpus/corpus_builder.h"

namespace edge::wire {
namespace {

class LichessAnswerTest : public testing::Test {
protected:
    LichessAnswerTest() {
        const auto add = [&](std::string_view moves, std::string site, corpus::Date date) {
            test::TestGame& game = builder_.games.emplace_back();
            game.moves = test::line(moves);
            game.tags = {{"Event", "Rated game"}, {"Site", std::move(site)}};
            game.header.white_elo = 2600;
            game.header.black_elo = 2500;
            game.header.date = date;
        };
        add("e4 e5 Nf3 Nc6 Bb5 a6 O-O", "https://lichess.org/abcd1234", {2020, 1, 1});
        add("e4 e5 Nf3 Nc6 Bb5 Nf6", "Hastings", {2020, 3, 1});
        add("d4 d5", "https://lichess.org/ABCD1234/black", {2021, 1, 1});
        builder_.with_tree_games = true;
        builder_.write(dir_ / "c");
        corpus_.emplace(corpus::Corpus::open((dir_ / "c").string()).value());
    }

    LichessAnswer ask(LichessRequest request, std::string_view moves = "") const {
        request.line = {play_moves(Position::start(), moves).value()};
        const Bitmap games = explorer::find_games(*corpus_, request.filter).value();
        const auto set = corpus::GameSet::of(*corpus_, games).value();
        return run_lichess_request(*corpus_, request, &set, {}).value();
    }

    test::TempDir dir_;
    test::CorpusBuilder builder_;
    std::optional<corpus::Corpus> corpus_;
};

TEST_F(LichessAnswerTest, WritesCastlingAsKingTakesRook) {
    const auto answer = ask({}, "e4 e5 Nf3 Nc6 Bb5 a6");
    ASSERT_EQ(answer.moves.size(), 1U);
    EXPECT_EQ(answer.moves[0].uci, "e1h1");
    EXPECT_EQ(answer.moves[0].san, "O-O");
    ASSERT_TRUE(answer.moves[0].game);
    EXPECT_EQ(answer.moves[0].game->id, "abcd1234");
}

TEST_F(LichessAnswerTest, ListsAsManyAsRequested) {
    const auto answer = ask({.moves = 1, .top_games = 4, .recent_games = 8});
    EXPECT_EQ(answer.score.total(), 3U);
    ASSERT_EQ(answer.moves.size(), 1U);
    EXPECT_EQ(answer.moves[0].score.total(), 2U);
    EXPECT_EQ(answer.moves[0].details.average_rating, 2600U);
    EXPECT_FALSE(answer.moves[0].game);
    EXPECT_EQ(answer.top_games.size(), 3U);
    ASSERT_EQ(answer.recent_games.size(), 3U);
    EXPECT_EQ(answer.recent_games[0].game.id, "ABCD1234");
    EXPECT_EQ(answer.recent_games[0].uci, "d2d4");
}

TEST_F(LichessAnswerTest, HasNoTopGamesWithoutTheHighestGroup) {
    LichessRequest request{.top_games = 4};
    request.filter.rating_groups = static_cast<uint16_t>(1U << explorer::rating_group_of(2200));
    EXPECT_TRUE(ask(request).top_games.empty());
}

TEST_F(LichessAnswerTest, DropsTheLastMonthUnlessABoundWasGiven) {
    LichessRequest request{.history = true};
    EXPECT_EQ(ask(request).history->size(), 12U);
    request.filter.until = explorer::Month{2020, 3};
    const auto history = ask(request).history.value();
    ASSERT_EQ(history.size(), 3U);
    EXPECT_EQ(history[1].score, corpus::Score());
    EXPECT_EQ(history[2].score.white, 1U);
}

TEST_F(LichessAnswerTest, HasNoGamesOfOtherVariants) {
    const auto answer = ask({.is_standard = false, .history = true});
    EXPECT_EQ(answer.score.total(), 0U);
    EXPECT_TRUE(answer.moves.empty());
    EXPECT_TRUE(answer.history->empty());
}

TEST_F(LichessAnswerTest, FindsGamesByBothKindsOfId) {
    const auto find = [&](std::string_view id) { return find_lichess_game(*corpus_, id, {}); };
    EXPECT_EQ(find(local_game_id(1))->id, 1U);
    EXPECT_EQ(find("abcd1234")->id, 0U);
    EXPECT_EQ(find("ABCD1234")->id, 2U);
    EXPECT_EQ(find("AbCd1234").error().code, ErrorCode::NotFound);
    EXPECT_EQ(find("short").error().code, ErrorCode::NotFound);
}

TEST(LocalGameId, IsEightLettersAndDigits) {
    EXPECT_EQ(local_game_id(0), "00000000");
    EXPECT_EQ(local_game_id(61), "0000000z");
    EXPECT_EQ(local_game_id(62), "00000010");
    for (const uint64_t id : {0ULL, 1ULL, 12'345'678ULL, 4'294'967'295ULL}) {
        EXPECT_EQ(parse_local_game_id(local_game_id(id)), id);
    }
    EXPECT_EQ(parse_local_game_id("0000"), std::nullopt);
    EXPECT_EQ(parse_local_game_id("0000000-"), std::nullopt);
}

TEST(LichessAnswer, CountsWithoutTheListsOfGames) {
    const test::TempDir dir;
    test::CorpusBuilder builder;
    builder.games = test::sample_games();
    builder.write(dir / "c");
    const auto corpus = corpus::Corpus::open((dir / "c").string()).value();
    const auto all = explorer::explore(corpus, Position::start(), {}).value();
    const auto answer = run_lichess_request(corpus, {.top_games = 4}, nullptr, {});
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(answer->score, all.score);
    ASSERT_EQ(answer->moves.size(), all.moves.size());
    EXPECT_FALSE(answer->moves[0].details.average_rating);
    EXPECT_TRUE(answer->top_games.empty());
}

}  // namespace
}  // namespace edge::wire
