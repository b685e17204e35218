#include "server/lichess_parameters.h"

#include <gtest/gtest.h>

#include <limits>

#include "chess/fen.h"

namespace edge::server {
namespace {

using explorer::LichessFilter;
using explorer::Month;
using wire::LichessDatabase;
using wire::LichessRequest;

Result<LichessRequest> parse(std::string_view parameters,
                             LichessDatabase database = LichessDatabase::Lichess) {
    Request request;
    request.parameters = parse_target("/x?" + std::string(parameters)).value().parameters;
    return parse_lichess_parameters(request, database);
}

std::string refusal(std::string_view parameters,
                    LichessDatabase database = LichessDatabase::Lichess) {
    const auto parsed = parse(parameters, database);
    return parsed ? "" : parsed.error().message;
}

TEST(LichessParameters, HaveTheDefaultsOfTheirDatabase) {
    const auto masters = parse("", LichessDatabase::Masters).value();
    EXPECT_EQ(masters.moves, 12U);
    EXPECT_EQ(masters.top_games, 15U);
    EXPECT_EQ(masters.recent_games, 0U);
    const auto lichess = parse("").value();
    EXPECT_EQ(lichess.moves, 12U);
    EXPECT_EQ(lichess.top_games, 4U);
    EXPECT_EQ(lichess.recent_games, 4U);
    EXPECT_FALSE(lichess.history);
    EXPECT_TRUE(lichess.filter.is_everything());
    const auto player = parse("player=X&color=white", LichessDatabase::Player).value();
    EXPECT_EQ(player.moves, std::numeric_limits<size_t>::max());
    EXPECT_EQ(player.top_games, 0U);
    EXPECT_EQ(player.recent_games, 8U);
}

TEST(LichessParameters, CapTheListsOfGames) {
    EXPECT_EQ(parse("topGames=99", LichessDatabase::Masters)->top_games, 15U);
    EXPECT_EQ(parse("topGames=99&recentGames=99")->top_games, 4U);
    EXPECT_EQ(parse("topGames=99&recentGames=99")->recent_games, 8U);
    EXPECT_EQ(parse("moves=30&topGames=0")->moves, 30U);
    EXPECT_EQ(parse("moves=30&topGames=0")->top_games, 0U);
    EXPECT_EQ(refusal("moves=-1"), "/moves: found '-1', expected a number");
}

TEST(LichessParameters, AppearOnce) {
    EXPECT_EQ(refusal("variant=&variant=x"), "the parameter 'variant' appears twice");
    EXPECT_EQ(refusal("moves=1&fen=&moves=1"), "the parameter 'moves' appears twice");
    EXPECT_EQ(refusal("other=1&other=2"), "") << "unknown parameters are ignored";
}

TEST(LichessParameters, ReadAPositionAndMoves) {
    const auto line = parse("play=d2d4,d7d5")->line;
    ASSERT_EQ(line.size(), 3U);
    EXPECT_EQ(to_fen(line.back()), "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2");
    const std::string fen = "fen=r3k2r/8/8/8/8/8/8/R3K2R%20w%20KQkq%20-";
    const std::string castled = "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2";
    EXPECT_EQ(to_fen(parse(fen + "&play=e1h1,e8a8")->position()), castled);
    EXPECT_EQ(to_fen(parse(fen + "&play=e1g1,e8c8")->position()), castled);
    EXPECT_NE(refusal("fen=nonsense"), "");
    EXPECT_NE(refusal("play=e2e5"), "");
    EXPECT_NE(refusal("play=e2e4,"), "");
}

TEST(LichessParameters, ReadSpeedsRatingsAndModes) {
    const LichessFilter filter = parse("speeds=ultraBullet,rapid&ratings=1999,2500")->filter;
    EXPECT_EQ(filter.speeds, 0b001001);
    EXPECT_EQ(filter.rating_groups, 0b100100000);
    EXPECT_EQ(parse("player=X&color=black&modes=casual", LichessDatabase::Player)->filter.modes,
              0b10);
    EXPECT_EQ(refusal("speeds=slow"),
              "/speeds: found 'slow', expected a list of ultraBullet, bullet, blitz, rapid, "
              "classical, correspondence");
    EXPECT_NE(refusal("ratings=high"), "");
    EXPECT_NE(refusal("player=X&color=black&modes=any", LichessDatabase::Player), "");
}

TEST(LichessParameters, ReadYearsOrMonths) {
    const LichessFilter masters = parse("since=1990&until=2000", LichessDatabase::Masters)->filter;
    EXPECT_EQ(masters.since, (Month{1990, 0}));
    EXPECT_EQ(masters.until, (Month{2000, 0}));
    const LichessFilter lichess = parse("since=2015-06&until=2016-12")->filter;
    EXPECT_EQ(lichess.since, (Month{2015, 6}));
    EXPECT_EQ(lichess.until, (Month{2016, 12}));
    EXPECT_NE(refusal("since=2015"), "");
    EXPECT_NE(refusal("since=2015-13"), "");
    EXPECT_NE(refusal("since=2015-00"), "");
    EXPECT_NE(refusal("since=15-1-1a"), "");
    EXPECT_NE(refusal("since=2015-06", LichessDatabase::Masters), "");
}

TEST(LichessParameters, NeedAPlayerAndAColor) {
    const auto filter = parse("player=Anna&color=black", LichessDatabase::Player)->filter;
    EXPECT_EQ(filter.player->name, "Anna");
    EXPECT_EQ(filter.player->color, Color::Black);
    EXPECT_EQ(refusal("color=white", LichessDatabase::Player), "the parameter 'player' is missing");
    EXPECT_EQ(refusal("player=X", LichessDatabase::Player), "the parameter 'color' is missing");
    EXPECT_NE(refusal("player=X&color=red", LichessDatabase::Player), "");
}

TEST(LichessParameters, ReadVariants) {
    EXPECT_TRUE(parse("variant=standard")->is_standard);
    EXPECT_TRUE(parse("variant=chess")->is_standard);
    EXPECT_TRUE(parse("variant=fromPosition")->is_standard);
    EXPECT_FALSE(parse("variant=horde&fen=anything&play=z9")->is_standard);
    EXPECT_NE(refusal("variant=checkers"), "");
}

TEST(LichessParameters, ReadHistoryInManyWords) {
    for (const std::string yes : {"true", "on", "1", "yes", "True"}) {
        EXPECT_TRUE(parse("history=" + yes)->history);
    }
    for (const std::string no : {"false", "off", "0", "no", "False"}) {
        EXPECT_FALSE(parse("history=" + no)->history);
    }
    EXPECT_NE(refusal("history=maybe"), "");
}

TEST(LichessParameters, IgnoreWhatIsNotTheirs) {
    EXPECT_TRUE(parse("source=analysis&speeds[]=slow&anything&since=")->filter.is_everything());
    EXPECT_TRUE(parse("speeds=slow&ratings=x&history=x", LichessDatabase::Masters));
}

}  // namespace
}  // namespace edge::server
