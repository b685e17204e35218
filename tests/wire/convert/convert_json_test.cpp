#include "wire/convert/convert_json.h"

#include <gtest/gtest.h>

namespace edge::wire {
namespace {

using formats::GameKind;

TEST(ConvertJson, CountsWhatWasLeftOut) {
    convert::ConvertReport report;
    report.from = {GameKind::Pgn};
    report.to = GameKind::Viriformat;
    report.output = "x.vf";
    report.games.games_read = 5;
    report.games.games_written = 3;
    report.games.skip("no_result", "line 3", "found '*'");
    report.games.skip("no_result", "line 9", "found '*'");
    report.games.lose("comments", "line 1", "found 2");
    report.warnings = {"x.pgn: odd"};
    report.seconds = 0.5;
    EXPECT_EQ(convert_json(report),
              R"({"from":"pgn","to":"viriformat","games_read":5,"games_written":3,)"
              R"("skipped":{"no_result":{"count":2,)"
              R"("examples":["line 3: found '*'","line 9: found '*'"]}},)"
              R"("lost":{"comments":{"count":1,"examples":["line 1: found 2"]}},)"
              R"("book":null,"positions":null,"warnings":["x.pgn: odd"],"output":"x.vf",)"
              R"("seconds":0.5})");
}

TEST(ConvertJson, ListsTheKindsOfSeveralSources) {
    convert::ConvertReport report;
    report.from = {GameKind::Pgn, GameKind::Scid4};
    report.to = GameKind::Scoredb;
    EXPECT_TRUE(convert_json(report).starts_with(R"({"from":["pgn","scid4"],"to":"scoredb",)"));
}

TEST(ConvertJson, SaysWhatABookHas) {
    convert::ConvertReport report;
    report.from = {GameKind::Scoredb};
    report.to = GameKind::Polyglot;
    report.book_positions = 2;
    report.book_entries = 3;
    report.book_plies = 40;
    EXPECT_NE(convert_json(report).find(R"("skipped":{},"lost":{},)"
                                        R"("book":{"positions":2,"entries":3,"plies":40},)"
                                        R"("positions":null,"warnings":[])"),
              std::string::npos);
}

TEST(ConvertJson, HasTheTableOfPositions) {
    convert::ConvertReport report;
    report.from = {GameKind::Pgn};
    report.to = GameKind::Bullet;
    convert::TrainingTable& table = report.positions.emplace();
    table.count({.score = Score{-75}, .result = GameResult::Draw, .pieces = 31});
    table.count({.score = kMate, .result = GameResult::WhiteWins, .pieces = 4});
    table.leave_out(convert::LeftOutPosition::Plies, 3);
    table.leave_out(convert::LeftOutPosition::Repeated);
    EXPECT_NE(
        convert_json(report).find(
            R"("positions":{"considered":6,"written":2,"left_out":{"plies":3,"repeated":1},)"
            R"("results":{"white":1,"draw":1,"black":0,"unknown":0},)"
            R"("scores":[{"from":0,"to":49,"positions":0},{"from":50,"to":99,"positions":1},)"),
        std::string::npos);
    EXPECT_NE(convert_json(report).find(
                  R"({"from":1600,"to":null,"positions":0}],"mates":1,"unscored":0,)"
                  R"("pieces":{"4":1,"31":1},"spilled_bytes":0})"),
              std::string::npos);
}

}  // namespace
}  // namespace edge::wire
