#include "explorer/lichess_games.h"

#include <gtest/gtest.h>

#include "corpus/corpus_builder.h"

namespace edge::explorer {
namespace {

using query::Speed;

uint8_t speeds(std::initializer_list<Speed> list) {
    unsigned bits = 0;
    for (const Speed speed : list) bits |= 1U << static_cast<unsigned>(speed);
    return static_cast<uint8_t>(bits);
}

uint16_t groups(std::initializer_list<uint32_t> ratings) {
    unsigned bits = 0;
    for (const uint32_t rating : ratings) bits |= 1U << rating_group_of(rating);
    return static_cast<uint16_t>(bits);
}

TEST(RatingGroups, BeginAtTheirRating) {
    EXPECT_EQ(rating_group_of(0), 0U);
    EXPECT_EQ(rating_group_of(999), 0U);
    EXPECT_EQ(rating_group_of(1000), 1U);
    EXPECT_EQ(rating_group_of(1199), 1U);
    EXPECT_EQ(rating_group_of(2199), 6U);
    EXPECT_EQ(rating_group_of(2200), 7U);
    EXPECT_EQ(rating_group_of(2499), 7U);
    EXPECT_EQ(rating_group_of(2500), 8U);
    EXPECT_EQ(rating_group_of(UINT32_MAX), 8U);
}

TEST(RatingGroups, TopGamesComeFromTheHighestWithoutAGap) {
    EXPECT_EQ(least_top_rating(LichessFilter::kAllRatings), 2000U);
    EXPECT_EQ(least_top_rating(groups({2500})), 2500U);
    EXPECT_EQ(least_top_rating(groups({2500, 2200})), 2200U);
    EXPECT_EQ(least_top_rating(groups({2500, 2000})), 2500U);
    EXPECT_EQ(least_top_rating(groups({2500, 1600})), 2500U);
    EXPECT_EQ(least_top_rating(groups({2200, 2000})), std::nullopt);
}

TEST(GameMode, IsTheFirstWordOfTheEvent) {
    EXPECT_EQ(game_mode_of("Rated Blitz game"), GameMode::Rated);
    EXPECT_EQ(game_mode_of("rated bullet tournament https://lichess.org/tournament/x"),
              GameMode::Rated);
    EXPECT_EQ(game_mode_of("Casual Rapid game"), GameMode::Casual);
    EXPECT_EQ(game_mode_of("Casually Rated Open"), GameMode::Unknown);
    EXPECT_EQ(game_mode_of("?"), GameMode::Unknown);
    EXPECT_EQ(game_mode_of(""), GameMode::Unknown);
}

// Games that differ in what the filters ask about.
class LichessGames : public testing::TestWithParam<bool> {
protected:
    LichessGames() {
        add("Anna", "Bert", "Rated Blitz game", {180, 2}, {1900, 2099}, {2015, 6, 1});
        add("ANNA", "Bert", "Casual Bullet game", {60, 0}, {2400, 2600}, {2015, 7, 0});
        add("Bert", "anna", "City Championship", {}, {2600, 0}, {2016, 0, 0});
        add("Annabel", "Bert", "?", {0, 0, true}, {0, 0}, {});
        builder_.shards = 2;
        builder_.with_cols = GetParam();
        builder_.write(dir_ / "c");
        corpus_.emplace(corpus::Corpus::open((dir_ / "c").string()).value());
    }

    void add(std::string white, std::string black, std::string event,
             corpus::TimeControl time_control, std::pair<uint16_t, uint16_t> ratings,
             corpus::Date date) {
        test::TestGame& game = builder_.games.emplace_back();
        game.moves = test::line("e4 e5");
        game.white = std::move(white);
        game.black = std::move(black);
        game.tags = {{"Event", std::move(event)}};
        game.header.time_control = time_control;
        game.header.white_elo = ratings.first;
        game.header.black_elo = ratings.second;
        game.header.date = date;
    }

    std::vector<uint64_t> find(const LichessFilter& filter) const {
        const Bitmap games = find_games(*corpus_, filter).value();
        std::vector<uint64_t> ids;
        for (uint32_t shard = 0; shard < corpus_->shard_count(); ++shard) {
            games.for_each(shard,
                           [&](uint32_t game) { ids.push_back(corpus_->first_id(shard) + game); });
        }
        return ids;
    }

    using Ids = std::vector<uint64_t>;

private:
    test::TempDir dir_;
    test::CorpusBuilder builder_;
    std::optional<corpus::Corpus> corpus_;
};

TEST_P(LichessGames, AreAllWithoutAFilter) {
    EXPECT_EQ(find({}), (Ids{0, 1, 2, 3}));
    EXPECT_TRUE(LichessFilter().is_everything());
}

TEST_P(LichessGames, AreChosenBySpeed) {
    EXPECT_EQ(find({.speeds = speeds({Speed::Blitz})}), Ids{0});
    EXPECT_EQ(find({.speeds = speeds({Speed::Bullet, Speed::Correspondence})}), (Ids{1, 3}));
    EXPECT_EQ(find({.speeds = speeds({Speed::UltraBullet, Speed::Classical})}), Ids{});
}

TEST_P(LichessGames, AreChosenByTheAverageOfBothRatings) {
    EXPECT_EQ(find({.rating_groups = groups({1800})}), Ids{0});
    EXPECT_EQ(find({.rating_groups = groups({2000})}), Ids{});
    EXPECT_EQ(find({.rating_groups = groups({0, 2500})}), Ids{1});
}

TEST_P(LichessGames, AreChosenByMonthAndYear) {
    EXPECT_EQ(find({.since = Month{2015, 6}, .until = Month{2015, 6}}), Ids{0});
    EXPECT_EQ(find({.since = Month{2015, 7}}), (Ids{1, 2}));
    EXPECT_EQ(find({.until = Month{2016, 0}}), (Ids{0, 1, 2}));
    EXPECT_EQ(find({.until = Month{2016, 5}}), (Ids{0, 1}));
    EXPECT_EQ(find({.since = Month{2016, 0}}), Ids{2});
}

TEST_P(LichessGames, AreChosenByPlayerAndColor) {
    EXPECT_EQ(find({.player = LichessFilter::Player{"anna", Color::White}}), (Ids{0, 1}));
    EXPECT_EQ(find({.player = LichessFilter::Player{"Anna", Color::Black}}), Ids{2});
    EXPECT_EQ(find({.player = LichessFilter::Player{"Nobody", Color::Black}}), Ids{});
}

TEST_P(LichessGames, AreChosenByMode) {
    EXPECT_EQ(find({.modes = 1U << static_cast<unsigned>(GameMode::Rated)}), Ids{0});
    EXPECT_EQ(find({.modes = 1U << static_cast<unsigned>(GameMode::Casual)}), Ids{1});
}

INSTANTIATE_TEST_SUITE_P(WithAndWithoutColumns, LichessGames, testing::Bool());

TEST(LichessFilter, HasOneTextForWhatChoosesTheSame) {
    const LichessFilter anna{.player = LichessFilter::Player{"Anna", Color::White}};
    const LichessFilter louder{.player = LichessFilter::Player{"ANNA", Color::White}};
    const LichessFilter black{.player = LichessFilter::Player{"Anna", Color::Black}};
    EXPECT_EQ(text_of(anna), text_of(louder));
    EXPECT_NE(text_of(anna), text_of(black));
    EXPECT_NE(text_of({.since = Month{2015, 6}}), text_of({.until = Month{2015, 6}}));
}

TEST(LichessFilter, ChecksWhetherItWasCancelled) {
    const test::TempDir dir;
    test::CorpusBuilder builder;
    builder.games = test::sample_games();
    builder.write(dir / "c");
    const auto corpus = corpus::Corpus::open((dir / "c").string()).value();
    const query::RunOptions gone{.threads = 1, .on_progress = [](uint64_t) { return false; }};
    const auto found = find_games(corpus, {.since = Month{1900, 1}}, gone);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, ErrorCode::Cancelled);
}

}  // namespace
}  // namespace edge::explorer
