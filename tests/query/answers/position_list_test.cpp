#include "query/answers/position_list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "chess/fen.h"
#include "query/answers/position_file.h"
#include "query/game_set.h"

namespace edge::query {
namespace {

struct Line {
    PositionReference reference;
    std::string fen;
    friend bool operator==(const Line&, const Line&) = default;
};

std::vector<Line> list(const corpus::Corpus& corpus, const PositionListOptions& options,
                       PositionListTotals& totals, unsigned threads = 1) {
    const Query all = Query::prepare(corpus, Expr{All{}}).value();
    std::vector<Line> lines;
    totals = list_positions(all, options, {threads, {}}, [&](const ListedPosition& position) {
                 EXPECT_EQ(position.game_id,
                           corpus.first_id(position.place.shard) + position.place.index);
                 lines.push_back({{position.place.shard, position.place.index, position.ply},
                                  std::string(position.fen)});
                 return true;
             }).value();
    EXPECT_EQ(totals.listed, lines.size());
    return lines;
}

std::vector<Line> slow_list(const corpus::Corpus& corpus) {
    std::vector<Line> lines;
    (void)corpus::for_each_game(
        corpus, [&](uint64_t, corpus::GamePlace place, const corpus::GameView& game) -> Status {
            test::for_each_position(
                game, {{0, game.plies()}}, [&](uint32_t ply, const Position& p) {
                    lines.push_back({{place.shard, place.index, ply}, to_fen(p)});
                });
            return {};
        });
    return lines;
}

std::string four_fields(const std::string& fen) {
    return fen.substr(0, fen.rfind(' ', fen.rfind(' ') - 1));
}

TEST(PositionList, HasEveryPositionInOrder) {
    const test::GameSet set(test::classics_pgn());
    PositionListTotals totals;
    const std::vector<Line> slow = slow_list(set.corpus());
    EXPECT_TRUE(list(set.corpus(), {false, UINT64_MAX, true}, totals) == slow);
    EXPECT_EQ(totals.matched, slow.size());
    EXPECT_TRUE(list(set.corpus(), {false, UINT64_MAX, true}, totals, 3) == slow);
}

TEST(PositionList, OfUniquePositionsKeepsTheFirst) {
    const test::GameSet set(test::classics_pgn());
    std::vector<Line> slow;
    std::set<std::string> seen;
    for (const Line& line : slow_list(set.corpus())) {
        if (seen.insert(four_fields(line.fen)).second) slow.push_back(line);
    }
    PositionListTotals totals;
    EXPECT_TRUE(list(set.corpus(), {true, UINT64_MAX, true}, totals) == slow);
    EXPECT_EQ(totals.matched, slow_list(set.corpus()).size());
    EXPECT_LT(totals.listed, totals.matched);
}

TEST(PositionList, StopsAtTheLimitButCountsOn) {
    const test::GameSet set(test::sample_games(), 2);
    std::vector<Line> slow = slow_list(set.corpus());
    PositionListTotals totals;
    const std::vector<Line> ten = list(set.corpus(), {false, 10, true}, totals);
    EXPECT_EQ(totals.matched, slow.size());
    slow.resize(10);
    EXPECT_TRUE(ten == slow);
    EXPECT_TRUE(list(set.corpus(), {true, 0, false}, totals).empty());
    EXPECT_GT(totals.matched, 10U);
}

// The units of EPD: the side to move, and mates in plies of which the mating side has one more.
TEST(PositionEpd, HasTheScoreOfTheSideToMove) {
    const auto epd = [](std::string_view side, std::optional<Score> score) {
        const std::string fen = "4k3/8/8/8/8/8/8/K7 " + std::string(side) + " - -";
        return position_epd(parse_fen(fen, FenMode::Lenient).value(), 17, 42, GameResult::Draw,
                            score);
    };
    EXPECT_EQ(epd("w", std::nullopt), "4k3/8/8/8/8/8/8/K7 w - - c0 \"1/2-1/2\"; id \"17:42\";");
    EXPECT_EQ(epd("w", 31), "4k3/8/8/8/8/8/8/K7 w - - c0 \"1/2-1/2\"; ce 31; id \"17:42\";");
    const auto score = [&epd](std::string_view side, int white) {
        const std::string text = epd(side, static_cast<Score>(white));
        const size_t at = text.find("ce ") + 3;
        return text.substr(at, text.find(';', at) - at);
    };
    EXPECT_EQ(score("b", 31), "-31");
    EXPECT_EQ(score("b", -31999), "31999");
    EXPECT_EQ(score("w", kMate - 1), "32766");
    EXPECT_EQ(score("b", kMate - 1), "-32765");
    EXPECT_EQ(score("w", kMate - 5), "32758");
    EXPECT_EQ(score("b", -(kMate - 5)), "32758");
    EXPECT_EQ(score("w", -(kMate - 5)), "-32757");
    EXPECT_EQ(score("b", kMate), "-32767");
    EXPECT_EQ(score("w", kMateBound), "32001");
    EXPECT_EQ(score("w", -kMateBound), "-32001");
    EXPECT_EQ(score("b", -32768), "32766");
}

TEST(PositionList, EndsWhenTheSinkHasEnough) {
    const test::GameSet set(test::sample_games());
    const Query all = Query::prepare(set.corpus(), Expr{All{}}).value();
    uint64_t taken = 0;
    const auto totals = list_positions(all, {}, {}, [&](const ListedPosition& position) {
        EXPECT_TRUE(position.fen.empty());
        return ++taken < 5;
    });
    EXPECT_EQ(totals.value().listed, 5U);
    EXPECT_EQ(taken, 5U);
}

// Black's king takes White's.
TEST(PositionList, ReportsAMoveThatCannotBePlayed) {
    test::TestGame game{test::line("e4 e5")};
    game.moves.push_back(Move::normal(Square::E8, Square::E1));
    const test::GameSet set({game});
    const Query all = Query::prepare(set.corpus(), Expr{All{}}).value();
    const auto totals = list_positions(all, {true, UINT64_MAX, false}, {},
                                       [](const ListedPosition&) { return true; });
    ASSERT_FALSE(totals.has_value());
    EXPECT_EQ(totals.error().code, ErrorCode::Corrupt);
}

}  // namespace
}  // namespace edge::query
