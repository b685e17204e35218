#include "wire/query/scoutfish_json.h"

#include <gtest/gtest.h>

#include <string>

#include "wire/query/query_json.h"

namespace edge::wire {
namespace {

using namespace edge::query;

ScoutfishQuery read(std::string_view json) {
    const Result<ScoutfishQuery> query = parse_scoutfish(json);
    EXPECT_TRUE(query.has_value()) << json << "\n" << (query ? "" : query.error().message);
    return query.value_or(ScoutfishQuery{});
}

// The translation, as a query in JSON.
std::string translated(std::string_view json) { return query_json(read(json).expr); }

// A condition that must hold at some position.
std::string ever(std::string_view atoms) {
    return R"({"ever":true,"all":[)" + std::string(atoms) + "]}";
}
std::string step(std::string_view atoms) { return R"({"all":[)" + std::string(atoms) + "]}"; }

constexpr std::string_view kNothing = R"({"not":{"all_games":true}})";

TEST(ScoutfishJson, SubFen) {
    EXPECT_EQ(translated(R"({"sub-fen":"8/8/p7/8/8/1B3N2/8/8"})"),
              ever(R"({"subfen":"8/8/p7/8/8/1B3N2/8/8"})"));
    EXPECT_EQ(translated(R"({"sub-fen":["8/8/8/q7/8/8/8/8 w - - 0 1","8/8/8/r7/8/8/8/8"]})"),
              ever(R"({"any":[[{"subfen":"8/8/8/q7/8/8/8/8"}],[{"subfen":"8/8/8/r7/8/8/8/8"}]]})"));
}

TEST(ScoutfishJson, MaterialHasWhiteFirst) {
    EXPECT_EQ(translated(R"({"material":"KRPKR"})"), ever(R"({"material":"KRP:KR"})"));
    EXPECT_EQ(translated(R"({"material":["KRBPPPKRPPP","KRPPPKRPPP"]})"),
              ever(R"({"any":[[{"material":"KRBPPP:KRPPP"}],[{"material":"KRPPP:KRPPP"}]]})"));
}

TEST(ScoutfishJson, ImbalanceComparesValuesAndPawns) {
    const std::string white = "753*N+826*B+1285*R+2513*Q";
    const std::string black = "753*n+826*b+1285*r+2513*q";
    const auto imbalance = [&](std::string_view code) {
        return translated(R"({"imbalance":")" + std::string(code) + R"("})");
    };
    const auto counts = [](const std::string& pieces, const std::string& pawns) {
        return ever(R"({"count":")" + pieces + R"("},{"count":")" + pawns + R"("})");
    };
    EXPECT_EQ(imbalance("v"), counts(white + "=" + black, "P=p"));
    EXPECT_EQ(imbalance("vPP"), counts(white + "=" + black, "P+2=p"));
    EXPECT_EQ(imbalance("BPvN"), counts(white + "=" + black + "+73", "P=p+1"));
    EXPECT_EQ(imbalance("NvB"), counts(white + "+73=" + black, "P=p"));
    EXPECT_EQ(imbalance("QQQQv"), counts(white + "=" + black + "+10000+52", "P=p"));
    EXPECT_EQ(translated(R"({"imbalance":["v","no code"]})"), imbalance("v"));
    const Expr either = read(R"({"imbalance":["BvN","NNvB"]})").expr;
    const auto& atoms = std::get<Windowed>(either.node).condition.atoms;
    ASSERT_EQ(atoms.size(), 1U);
    EXPECT_EQ(std::get<AnyOf>(atoms[0].test).lists.size(), 2U);
}

TEST(ScoutfishJson, MovesAreLooseAndOfOneColor) {
    EXPECT_EQ(translated(R"({"white-move":"exd5"})"),
              ever(R"({"to_move":"white"},{"loose_move":["d5"]})"));
    EXPECT_EQ(translated(R"({"black-move":["O-O-O","e1=Q","Rac8+"]})"),
              ever(R"({"to_move":"black"},{"loose_move":["O-O-O","e1","Rac8"]})"));
    EXPECT_EQ(translated(R"({"white-move":"e4","black-move":"e5"})"),
              ever(R"({"any":[[{"to_move":"white"},{"loose_move":["e4"]}],)"
                   R"([{"to_move":"black"},{"loose_move":["e5"]}]]})"));
}

TEST(ScoutfishJson, MovedAndCaptured) {
    EXPECT_EQ(translated(R"({"moved":"KP","captured":"q"})"),
              ever(R"({"captured":"Q"},{"moved":"KP"})"));
    EXPECT_EQ(translated(R"({"captured":""})"), ever(R"({"captured":"none"})"));
    EXPECT_EQ(translated(R"({"moved":""})"), kNothing);
}

TEST(ScoutfishJson, SideToMove) {
    EXPECT_EQ(translated(R"({"stm":"WHITE"})"), ever(R"({"to_move":"white"})"));
    EXPECT_EQ(translated(R"({"stm":"balck","pass":""})"), ever(R"("pass")"));
}

TEST(ScoutfishJson, ResultsBelongToTheGame) {
    EXPECT_EQ(translated(R"({"result":["1-0","0-1"],"moved":"K"})"),
              R"({"and":[{"result":["W","B"]},)" + ever(R"({"moved":"K"})") + "]}");
    EXPECT_EQ(translated(R"({"result":"1/2-1/2"})"),
              R"({"and":[{"result":["D"]},)" + ever(R"("pass")") + "]}");
    EXPECT_EQ(translated(R"({"streak":[{"moved":"K"},{"result":"*"},{"result":"*"}]})"),
              R"({"and":[{"result":["unknown"]},{"run":[)" + step(R"({"moved":"K"})") + "," +
                  step(R"("pass")") + "," + step(R"("pass")") + "]}]}");
    EXPECT_EQ(translated(R"({"result":"2-0","moved":"K"})"), ever(R"({"moved":"K"})"));
}

TEST(ScoutfishJson, ResultType) {
    EXPECT_EQ(translated(R"({"result-type":"mate"})"), ever(R"("checkmate")"));
    EXPECT_EQ(translated(R"({"result-type":"stalemate"})"), ever(R"("stalemate")"));
    EXPECT_EQ(translated(R"({"result-type":"draw","pass":""})"), ever(R"("pass")"));
}

TEST(ScoutfishJson, SequencesAndStreaks) {
    const std::string k = step(R"({"moved":"K"})");
    const std::string q = step(R"({"moved":"Q"})");
    EXPECT_EQ(translated(R"({"sequence":[{"moved":"K"},{"moved":"Q"}]})"),
              R"({"seq":[)" + k + "," + q + "]}");
    EXPECT_EQ(translated(R"({"streak":[{"moved":"K"},{"moved":"Q"}]})"),
              R"({"run":[)" + k + "," + q + "]}");
    EXPECT_EQ(
        translated(R"({"sequence":[{"moved":"Q"},{"streak":[{"moved":"K"},{"moved":"Q"}]}]})"),
        R"({"seq":[)" + q + R"(,{"run":[)" + k + "," + q + "]}]}");
    // A step without rules is left out, and rules next to a sequence are not read.
    EXPECT_EQ(translated(R"({"streak":[{"moved":"K"},{},{"moved":"Q"}],"moved":"N"})"),
              R"({"run":[)" + k + "," + q + "]}");
}

TEST(ScoutfishJson, UnknownKeysAreIgnoredAndNothingMatchesNothing) {
    EXPECT_EQ(translated(R"({"moved":"K","comment":[1,2,{}]})"), ever(R"({"moved":"K"})"));
    EXPECT_EQ(translated("{}"), kNothing);
    EXPECT_EQ(translated(R"({"sequence":[]})"), kNothing);
    EXPECT_EQ(translated(R"({"white-move":[]})"), kNothing);
}

TEST(ScoutfishJson, SkipAndLimit) {
    const ScoutfishQuery paged = read(R"({"skip":200,"limit":100,"pass":""})");
    EXPECT_EQ(paged.skip, 200U);
    EXPECT_EQ(paged.limit, 100U);
    const ScoutfishQuery whole = read(R"({"limit":0,"pass":""})");
    EXPECT_EQ(whole.skip, std::nullopt);
    EXPECT_EQ(whole.limit, std::nullopt);
}

TEST(ScoutfishJson, ErrorsNameThePlace) {
    const struct {
        std::string_view json;
        std::string_view place;
    } cases[] = {
        {"[]", "the query: "},
        {R"({"sub-fen":5})", "/sub-fen: "},
        {R"({"sub-fen":["8/8/8/8/8/8/8/8",5]})", "/sub-fen/1: "},
        {R"({"sub-fen":"8/8"})", "/sub-fen: "},
        {R"({"material":"KR"})", "/material: "},
        {R"({"imbalance":"BvK"})", "/imbalance: "},
        {R"({"white-move":"Zz9"})", "/white-move: "},
        {R"({"sequence":[{"pass":""},{"streak":[{"moved":["K"]}]}]})",
         "/sequence/1/streak/0/moved: "},
        {R"({"sequence":{}})", "/sequence: "},
        {R"({"pass":"","skip":-1})", "/skip: "},
        {R"({"pass":"","limit":"3"})", "/limit: "},
        {R"({"pass":"")", "this is not JSON: "},
    };
    for (const auto& [json, place] : cases) {
        const Result<ScoutfishQuery> query = parse_scoutfish(json);
        ASSERT_FALSE(query.has_value()) << json;
        EXPECT_EQ(query.error().code, ErrorCode::InvalidArgument);
        EXPECT_TRUE(query.error().message.starts_with(place)) << query.error().message;
    }
}

}  // namespace
}  // namespace edge::wire
