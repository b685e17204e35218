#include "explorer/game_picks.h"

#include <gtest/gtest.h>

#include "chess/position_text.h"
#include "corpus/bitmap_layout.h"
#include "corpus/corpus_builder.h"

namespace edge::explorer {
namespace {

class GamePicksTest : public testing::Test {
protected:
    void add(std::string_view moves, uint16_t white, uint16_t black, corpus::Date date,
             GameResult result = GameResult::WhiteWins) {
        test::TestGame& game = builder_.games.emplace_back();
        game.moves = test::line(moves);
        game.result = result;
        game.header.white_elo = white;
        game.header.black_elo = black;
        game.header.date = date;
    }

    void add_move(Move move) { builder_.games.emplace_back().moves = {move}; }

    GamePicks pick(const PickOptions& options, std::string_view moves = "") {
        if (!corpus_) {
            builder_.shards = 2;
            builder_.with_tree_games = true;
            builder_.write(dir_ / "c");
            corpus_.emplace(corpus::Corpus::open((dir_ / "c").string()).value());
            Bitmap all(corpus::bitmap_layout(*corpus_));
            all.complement();
            games_.emplace(corpus::GameSet::of(*corpus_, all).value());
        }
        return pick_games(*corpus_, play_moves(Position::start(), moves).value(), *games_, options)
            .value();
    }

    static std::vector<uint64_t> ids(const std::vector<PickedGame>& games) {
        std::vector<uint64_t> list;
        for (const PickedGame& game : games) list.push_back(game.id);
        return list;
    }
    using Ids = std::vector<uint64_t>;

private:
    std::optional<corpus::Corpus> corpus_;
    std::optional<corpus::GameSet> games_;
    test::TempDir dir_;
    test::CorpusBuilder builder_;
};

TEST_F(GamePicksTest, ShowsTheHighestRatedAndTheLatest) {
    add("e4 e5", 2000, 2000, {2001, 1, 1});
    add("d4 d5", 2700, 2500, {1999, 5, 0});
    add("e4 c5", 2800, 0, {2020, 2, 3});
    add("e4 e6", 2600, 2600, {2020, 2, 1});
    const GamePicks picks = pick({.top = 3, .recent = 2});
    EXPECT_EQ(ids(picks.top), (Ids{3, 1, 0}));
    EXPECT_EQ(ids(picks.recent), (Ids{2, 3}));
    EXPECT_EQ(picks.top[1].move, test::line("d4")[0]);
    EXPECT_EQ(ids(pick({.top = 9, .least_average_rating = 2600}).top), (Ids{3, 1}));
    EXPECT_EQ(ids(pick({.top = 9}, "e4").top), (Ids{3, 0, 2}));
}

TEST_F(GamePicksTest, FindsTheOnlyGameOfAMove) {
    add("e4 e5", 0, 0, {});
    add("e4 c5", 0, 0, {});
    add("d4 d5", 0, 0, {});
    add("c4 e5", 0, 0, {}, GameResult::Unknown);
    const GamePicks picks = pick({});
    ASSERT_EQ(picks.only.size(), 1U);
    EXPECT_EQ(picks.only[0], (PickedGame{2, test::line("d4")[0]}));
}

TEST_F(GamePicksTest, CountsMonthsWithoutGaps) {
    add("e4", 0, 0, {2019, 12, 30});
    add("e4", 0, 0, {2020, 2, 0}, GameResult::Draw);
    add("d4", 0, 0, {2020, 2, 7}, GameResult::BlackWins);
    add("d4", 0, 0, {2021, 0, 0});
    add("d4", 0, 0, {});
    const std::vector<MonthScore> expected = {
        {{2019, 12}, {1, 0, 0}}, {{2020, 1}, {}}, {{2020, 2}, {0, 1, 1}}};
    EXPECT_EQ(pick({.history = true}).history, expected);
    EXPECT_TRUE(pick({}).history.empty());
    EXPECT_TRUE(pick({.history = true}, "h4").history.empty());
}

TEST_F(GamePicksTest, ShowsAGameOnceThoughItLeftAPositionByTwoMoves) {
    add("Nf3 Nf6 Ng1 Ng8 e4", 2000, 2000, {2000, 1, 1});
    const GamePicks picks = pick({.top = 4, .recent = 4});
    EXPECT_EQ(ids(picks.top), Ids{0});
    EXPECT_EQ(ids(picks.recent), Ids{0});
    EXPECT_EQ(picks.only.size(), 2U);
}

TEST(GamePicks, NeedTheListsOfGames) {
    const test::TempDir dir;
    test::CorpusBuilder builder;
    builder.games = test::sample_games();
    builder.write(dir / "c");
    const auto corpus = corpus::Corpus::open((dir / "c").string()).value();
    const auto games = corpus::GameSet::of(corpus, Bitmap(corpus::bitmap_layout(corpus))).value();
    const auto picks = pick_games(corpus, Position::start(), games, {});
    ASSERT_FALSE(picks);
    EXPECT_EQ(picks.error().code, ErrorCode::Unsupported);
}

// As another position with the same hash has them, or a damaged tree.
TEST_F(GamePicksTest, LeaveOutMovesThatAreNotLegal) {
    add("e4", 2000, 2000, {2000, 1, 1});
    add_move(Move::normal(square_at(12), square_at(36)));  // e2e5
    const GamePicks picks = pick({.top = 4, .recent = 4});
    EXPECT_EQ(ids(picks.top), Ids{0});
    EXPECT_EQ(ids(picks.recent), Ids{0});
    EXPECT_EQ(picks.only.size(), 1U);
}

}  // namespace
}  // namespace edge::explorer
