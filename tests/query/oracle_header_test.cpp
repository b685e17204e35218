// Pins what the oracle says about headers, above all that an unknown value satisfies nothing.
#include <gtest/gtest.h>

#include "query/oracle_games.h"

namespace edge::query::oracle {
namespace {

OracleGame known_game() {
    OracleGame game = game_of("e4 e5 Nf3");
    game.header.result = corpus::GameResult::Draw;
    game.header.termination = corpus::Termination::Other;
    game.header.time_control = {180, 2, false};
    game.header.white_elo = 2500;
    game.header.black_elo = 2400;
    game.header.eco = 122;  // B22
    game.header.date = {2015, 6, 30};
    game.white = "Müller, Karsten";
    game.black = "Anna";
    game.tags = {{"Event", "Candidates"}, {"Round", "1.2"}};
    return game;
}

// All six relations to the value, in the order of the enumeration, as 1 and 0.
template <class Make>
std::string relations(const OracleGame& game, Make make) {
    std::string answers;
    for (unsigned relation = 0; relation < 6; ++relation) {
        answers += holds(HeaderTest{make(static_cast<Relation>(relation))}, game) ? '1' : '0';
    }
    return answers;
}

// = != < <= > >=
constexpr auto* kBelow = "011100";
constexpr auto* kEqual = "100101";
constexpr auto* kAbove = "010011";
constexpr auto* kUnknown = "000000";

std::string number(const OracleGame& game, NumberField field, int value) {
    return relations(game, [=](Relation r) { return NumberTest{field, r, value}; });
}

std::string date(const OracleGame& game, corpus::Date value) {
    return relations(game, [=](Relation r) { return DateTest{r, value}; });
}

TEST(OracleHeader, NumbersCompare) {
    const OracleGame game = known_game();
    EXPECT_EQ(number(game, NumberField::Year, 2015), kEqual);
    EXPECT_EQ(number(game, NumberField::Year, 2016), kBelow);
    EXPECT_EQ(number(game, NumberField::WhiteElo, 2400), kAbove);
    EXPECT_EQ(number(game, NumberField::BlackElo, 2400), kEqual);
    EXPECT_EQ(number(game, NumberField::EloDiff, 100), kEqual);
    EXPECT_EQ(number(game, NumberField::EloDiff, -3), kAbove);
    EXPECT_EQ(number(game, NumberField::BaseSeconds, 180), kEqual);
    EXPECT_EQ(number(game, NumberField::Increment, 3), kBelow);
    EXPECT_EQ(number(game, NumberField::Plies, 3), kEqual);
}

TEST(OracleHeader, EloIsBothPlayers) {
    const OracleGame game = known_game();
    EXPECT_EQ(number(game, NumberField::Elo, 2400), "000001");
    EXPECT_EQ(number(game, NumberField::Elo, 2450), "010000");
    EXPECT_EQ(number(game, NumberField::Elo, 2300), kAbove);
}

TEST(OracleHeader, AnUnknownValueSatisfiesNothing) {
    OracleGame game = game_of("e4");
    for (const NumberField field :
         {NumberField::Year, NumberField::Elo, NumberField::WhiteElo, NumberField::BlackElo,
          NumberField::EloDiff, NumberField::BaseSeconds, NumberField::Increment}) {
        EXPECT_EQ(number(game, field, 0), kUnknown);
    }
    EXPECT_EQ(number(game, NumberField::Plies, 0), kAbove);
    game.header.white_elo = 2000;
    EXPECT_EQ(number(game, NumberField::Elo, 1000), kUnknown);
    EXPECT_EQ(number(game, NumberField::EloDiff, 0), kUnknown);
    EXPECT_FALSE(holds(HeaderTest{EcoTest{{{0, 499}}, false}}, game));
    EXPECT_FALSE(holds(HeaderTest{EcoTest{{{0, 10}}, true}}, game));
    EXPECT_FALSE(holds(HeaderTest{NameTest{Player::Any, TextMatch::Exact, "?"}}, game));
    EXPECT_FALSE(holds(HeaderTest{NameTest{Player::Any, TextMatch::Contains, ""}}, game));
    EXPECT_EQ(date(game, {2015, 0, 0}), kUnknown);
    game.header.time_control = {8191, 5, true};
    EXPECT_EQ(number(game, NumberField::BaseSeconds, 8191), kUnknown);
    EXPECT_EQ(number(game, NumberField::Increment, 5), kUnknown);
}

TEST(OracleHeader, DatesCompareAsFarAsTheyAreGiven) {
    OracleGame game = known_game();
    EXPECT_EQ(date(game, {2015, 6, 30}), kEqual);
    EXPECT_EQ(date(game, {2015, 6, 29}), kAbove);
    EXPECT_EQ(date(game, {2015, 6, 0}), kEqual);
    EXPECT_EQ(date(game, {2015, 7, 1}), kBelow);
    EXPECT_EQ(date(game, {2015, 0, 0}), kEqual);
    EXPECT_EQ(date(game, {2014, 12, 31}), kAbove);
    game.header.date = {2015, 6, 0};
    EXPECT_EQ(date(game, {2015, 6, 30}), kUnknown);
    EXPECT_EQ(date(game, {2015, 7, 30}), kBelow);
    EXPECT_EQ(date(game, {2015, 6, 0}), kEqual);
    game.header.date = {2015, 0, 0};
    EXPECT_EQ(date(game, {2015, 6, 0}), kUnknown);
    EXPECT_EQ(date(game, {2016, 6, 0}), kBelow);
}

TEST(OracleHeader, SetsHoldTheirMembers) {
    const OracleGame game = known_game();
    EXPECT_TRUE(holds(HeaderTest{ResultTest{1U << 2}}, game));
    EXPECT_FALSE(holds(HeaderTest{ResultTest{1U << 0 | 1U << 1 | 1U << 3}}, game));
    EXPECT_TRUE(holds(HeaderTest{TerminationTest{1U << 7}}, game));
    EXPECT_FALSE(holds(HeaderTest{TerminationTest{1U << 0}}, game));
    EXPECT_TRUE(holds(HeaderTest{EcoTest{{{0, 1}, {120, 199}}, false}}, game));
    EXPECT_FALSE(holds(HeaderTest{EcoTest{{{120, 199}}, true}}, game));
    EXPECT_TRUE(holds(HeaderTest{EcoTest{{{123, 199}}, true}}, game));
}

TEST(OracleHeader, TimeClassesHaveTheirBounds) {
    struct Case {
        corpus::TimeControl clock;
        TimeClass time_class;
        Speed speed;
    };
    for (const Case& c : {
             Case{{0, 0, false}, TimeClass::Unknown, Speed::Unknown},
             Case{{0, 0, true}, TimeClass::Correspondence, Speed::Correspondence},
             Case{{29, 0, false}, TimeClass::Bullet, Speed::UltraBullet},
             Case{{30, 0, false}, TimeClass::Bullet, Speed::Bullet},
             Case{{120, 1, false}, TimeClass::Blitz, Speed::Bullet},
             Case{{180, 0, false}, TimeClass::Blitz, Speed::Blitz},
             Case{{480, 0, false}, TimeClass::Blitz, Speed::Rapid},
             Case{{600, 0, false}, TimeClass::Rapid, Speed::Rapid},
             Case{{1500, 0, false}, TimeClass::Rapid, Speed::Classical},
             Case{{3600, 0, false}, TimeClass::Classical, Speed::Classical},
             Case{{0, 60, false}, TimeClass::Classical, Speed::Classical},
         }) {
        OracleGame game = known_game();
        game.header.time_control = c.clock;
        for (unsigned i = 0; i < 6; ++i) {
            EXPECT_EQ(holds(HeaderTest{TimeClassTest{static_cast<uint8_t>(1U << i)}}, game),
                      i == static_cast<unsigned>(c.time_class))
                << c.clock.base_seconds << "+" << int{c.clock.increment};
        }
        for (unsigned i = 0; i < 7; ++i) {
            EXPECT_EQ(holds(HeaderTest{SpeedTest{static_cast<uint8_t>(1U << i)}}, game),
                      i == static_cast<unsigned>(c.speed))
                << c.clock.base_seconds << "+" << int{c.clock.increment};
        }
    }
}

TEST(OracleHeader, NamesAndTags) {
    const OracleGame game = known_game();
    const auto name = [&game](Player player, TextMatch match, std::string text) {
        return holds(HeaderTest{NameTest{player, match, std::move(text)}}, game);
    };
    EXPECT_TRUE(name(Player::White, TextMatch::Exact, "Müller, Karsten"));
    EXPECT_FALSE(name(Player::White, TextMatch::Exact, "müller, Karsten"));
    EXPECT_FALSE(name(Player::Black, TextMatch::Exact, "Müller, Karsten"));
    EXPECT_TRUE(name(Player::Any, TextMatch::Exact, "Anna"));
    EXPECT_TRUE(name(Player::White, TextMatch::Contains, "KARST"));
    EXPECT_FALSE(name(Player::Black, TextMatch::Contains, "KARST"));
    const auto tag = [&game](std::string tag_name, TextMatch match, std::string text) {
        return holds(HeaderTest{TagTest{std::move(tag_name), match, std::move(text)}}, game);
    };
    EXPECT_TRUE(tag("EVENT", TextMatch::Exact, "Candidates"));
    EXPECT_FALSE(tag("Event", TextMatch::Exact, "candidates"));
    EXPECT_TRUE(tag("event", TextMatch::Contains, "candi"));
    EXPECT_FALSE(tag("Round", TextMatch::Contains, "candi"));
    EXPECT_FALSE(tag("Site", TextMatch::Contains, ""));
}

}  // namespace
}  // namespace edge::query::oracle
