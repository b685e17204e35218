#include "wire/query/query_json.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "query/lang/notation.h"
#include "support/query_gen.h"

namespace edge::wire {
namespace {

using namespace edge::query;

Expr read(std::string_view json) {
    const Result<Expr> expr = parse_query_json(json);
    EXPECT_TRUE(expr.has_value()) << json << "\n" << (expr ? "" : expr.error().message);
    return expr.value_or(Expr{});
}

std::string error_of(std::string_view json) {
    const Result<Expr> expr = parse_query_json(json);
    if (expr) return "no error";
    EXPECT_EQ(expr.error().code, ErrorCode::InvalidArgument);
    return expr.error().message;
}

// The atoms of a window that has nothing else.
AtomList atoms(std::string_view list) {
    const Expr expr = read("{\"all\":" + std::string(list) + "}");
    const auto* window = std::get_if<Windowed>(&expr.node);
    EXPECT_NE(window, nullptr) << list;
    return window == nullptr ? AtomList{} : window->condition.atoms;
}

Expr header(HeaderTest test) { return {std::move(test)}; }

Condition pass_for(Side side) { return {.side = side, .atoms = {{PlainPredicate::Pass}}}; }

TEST(QueryJson, ReadsTheWholeTree) {
    const Expr expr =
        read(R"({"or":[{"and":[{"result":["W"]},{"streak":5,"range":[20,null],"side":"white",)"
             R"("edge":"became","all":[{"count":"P<p"},"queens_off"]}]},{"bitmap":"name"}]})");
    const CountChain fewer_pawns{{{{1, Counted::WhitePawn}}, {{1, Counted::BlackPawn}}},
                                 {Relation::Less}};
    const Windowed window{
        .condition = {.side = Side::White,
                      .transition = Transition::Became,
                      .atoms = {{fewer_pawns}, {PlainPredicate::QueensOff}}},
        .quantifier = Quantifier::Streak,
        .streak = 5,
        .range = PlyRange{20, std::nullopt},
    };
    const ResultTest white_wins{1U << static_cast<unsigned>(GameResult::WhiteWins)};
    const Expr expected{Combination{
        BoolOp::Or,
        {{Combination{BoolOp::And, {header(white_wins), {window}}}}, {BitmapRef{"@name"}}}}};
    EXPECT_EQ(expr, expected);
}

TEST(QueryJson, ReadsCombinations) {
    EXPECT_EQ(read(R"({"all_games":true})"), Expr{All{}});
    const Expr all{All{}};
    EXPECT_EQ(read(R"({"not":{"all_games":true}})"), (Expr{Combination{BoolOp::Not, {all}}}));
    EXPECT_EQ(read(R"({"xor":[{"all_games":true},{"all_games":true}]})"),
              (Expr{Combination{BoolOp::Xor, {all, all}}}));
    EXPECT_EQ(read(R"({"sub":[{"all_games":true},{"all_games":true},{"all_games":true}]})"),
              (Expr{Combination{BoolOp::Sub, {all, all, all}}}));
}

TEST(QueryJson, ReadsWindows) {
    const auto window = [](std::string_view options) {
        return std::get<Windowed>(read("{" + std::string(options) + R"("all":["pass"]})").node);
    };
    Windowed plain;
    plain.condition = pass_for(Side::Default);
    EXPECT_EQ(window(""), plain);
    Windowed expected = plain;
    expected.quantifier = Quantifier::Streak;
    EXPECT_EQ(window(R"("ever":true,)"), expected);
    EXPECT_EQ(window(R"("streak":1,)"), expected);
    expected.range = PlyRange{7, 7};
    EXPECT_EQ(window(R"("at":7,)"), expected);
    expected.range = PlyRange{0, 40};
    EXPECT_EQ(window(R"("ever":true,"range":[null,40],)"), expected);
    EXPECT_EQ(window(R"("always":true,)").quantifier, Quantifier::Always);
    EXPECT_EQ(window(R"("never":true,)").quantifier, Quantifier::Never);
    EXPECT_EQ(window(R"("side":"neither",)").condition.side, Side::Neither);
    EXPECT_EQ(window(R"("edge":"ceased",)").condition.transition, query::Transition::Ceased);
}

TEST(QueryJson, FlattensSequences) {
    const auto runs = [](std::string_view json) {
        return std::get<Sequence>(read(json).node).runs;
    };
    const Condition w = pass_for(Side::White);
    const Condition b = pass_for(Side::Black);
    const std::string white = R"({"side":"white","all":["pass"]})";
    const std::string black = R"({"side":"black","all":["pass"]})";
    using Runs = std::vector<std::vector<Condition>>;
    EXPECT_EQ(runs(R"({"seq":[)" + white + "," + black + "]}"), (Runs{{w}, {b}}));
    EXPECT_EQ(runs(R"({"run":[)" + white + "," + black + "]}"), (Runs{{w, b}}));
    EXPECT_EQ(runs(R"({"seq":[{"run":[)" + white + "," + black + "]}," + white + "]}"),
              (Runs{{w, b}, {w}}));
    // After a seq inside a run the next ply follows its last one.
    EXPECT_EQ(
        runs(R"({"run":[)" + white + R"(,{"seq":[)" + black + "," + white + "]}," + black + "]}"),
        (Runs{{w, b}, {w, b}}));
}

TEST(QueryJson, ReadsAtoms) {
    EXPECT_EQ(atoms(R"(["in_check","gives_check","passed_pawn",{"passed_pawn":"d"}])"),
              (AtomList{{PlainPredicate::InCheck},
                        {PlainPredicate::GivesCheck},
                        {FileTest{FilePredicate::PassedPawn, std::nullopt}},
                        {FileTest{FilePredicate::PassedPawn, uint8_t{3}}}}));
    EXPECT_EQ(atoms(R"([{"count":"P<p, Q=q=0"}])").size(), 2U);
    EXPECT_EQ(atoms(R"([{"material":"KRP:KR"}])"), (AtomList{{parse_material("KRP:KR").value()}}));
    SubFen pattern = parse_subfen("8/8/p7/8/8/1B3N2/8/8").value();
    pattern.shift = true;
    EXPECT_EQ(atoms(R"([{"subfen":"8/8/p7/8/8/1B3N2/8/8","mirror":false,"shift":true}])"),
              (AtomList{{pattern}}));
    pattern.mirror_files = true;
    EXPECT_EQ(
        atoms(R"([{"subfen":"8/8/p7/8/8/1B3N2/8/8 b - -","mirror_files":true,"shift":true}])"),
        (AtomList{{pattern}}));
    EXPECT_EQ(atoms(R"([{"position":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}])"),
              (AtomList{{PositionTest{Position::start()}}}));
    EXPECT_EQ(atoms(R"([{"move":["Nf3","e2e4"]},{"loose_move":"exd5"}])"),
              (AtomList{{MoveTest{{parse_move_pattern("Nf3", false).value(),
                                   parse_move_pattern("e2e4", false).value()}}},
                        {MoveTest{{parse_move_pattern("exd5", true).value()}}}}));
    EXPECT_EQ(
        atoms(R"([{"moved":"NB"},{"captured":"Q"},{"captured":"none"},{"promoted":"q"}])"),
        (AtomList{{Moved{0b01100}}, {Captured{0b100000}}, {Captured{}}, {Promoted{0b100000}}}));
    EXPECT_EQ(atoms(R"([{"to_move":"black"},{"to_move":"them"}])"),
              (AtomList{{ToMove{Turn::Black}}, {ToMove{Turn::Them}}}));
    EXPECT_EQ(atoms(R"([{"none":[["pass"],["in_check","pass"]]}])"),
              (AtomList{{AnyOf{.lists = {{{PlainPredicate::Pass}},
                                         {{PlainPredicate::InCheck}, {PlainPredicate::Pass}}},
                               .negated = true}}}));
}

TEST(QueryJson, ReadsHeaderTests) {
    EXPECT_EQ(read(R"({"result":["W","1/2-1/2"]})"), header(parse_results("W,D").value()));
    EXPECT_EQ(read(R"({"result":{"!=":"W"}})"), header(parse_results("B,D").value()));
    EXPECT_EQ(read(R"({"eco":["B20..B99","C42"]})"),
              header(EcoTest{{{120, 199}, {242, 242}}, false}));
    EXPECT_EQ(read(R"({"eco":{"!=":["B"]}})"), header(EcoTest{{{100, 199}}, true}));
    EXPECT_EQ(read(R"({"elo":{">=":2500}})"),
              header(NumberTest{NumberField::Elo, Relation::GreaterEqual, 2500}));
    EXPECT_EQ(read(R"({"elo_diff":-100})"),
              header(NumberTest{NumberField::EloDiff, Relation::Equal, -100}));
    EXPECT_EQ(
        read(R"({"year":{">=":2010,"<":2015}})"),
        (Expr{Combination{BoolOp::And,
                          {header(NumberTest{NumberField::Year, Relation::GreaterEqual, 2010}),
                           header(NumberTest{NumberField::Year, Relation::Less, 2015})}}}));
    EXPECT_EQ(read(R"({"date":{"<":"2015-06"}})"), header(DateTest{Relation::Less, {2015, 6, 0}}));
    EXPECT_EQ(read(R"({"tc":["blitz"]})"), header(parse_time_classes("blitz").value()));
    EXPECT_EQ(read(R"({"speed":["rapid"]})"), header(parse_speeds("rapid").value()));
    EXPECT_EQ(read(R"({"termination":"time"})"), header(parse_terminations("time").value()));
    EXPECT_EQ(read(R"({"white":"Carlsen, Magnus"})"),
              header(NameTest{Player::White, TextMatch::Exact, "Carlsen, Magnus"}));
    EXPECT_EQ(read(R"({"player":{"~":"carlsen"}})"),
              header(NameTest{Player::Any, TextMatch::Contains, "carlsen"}));
    EXPECT_EQ(read(R"({"tag":"Event","~":"candidates"})"),
              header(TagTest{"Event", TextMatch::Contains, "candidates"}));
}

TEST(QueryJson, ABareWordIsAStoredSetAndAnythingElseAPath) {
    EXPECT_EQ(read(R"({"bitmap":"won-by_white2"})"), Expr{BitmapRef{"@won-by_white2"}});
    EXPECT_EQ(read(R"({"bitmap":"@name"})"), Expr{BitmapRef{"@name"}});
    EXPECT_EQ(read(R"({"bitmap":"sets/name.bm"})"), Expr{BitmapRef{"sets/name.bm"}});
    EXPECT_EQ(query_json({BitmapRef{"@name"}}), R"({"bitmap":"name"})");
    EXPECT_EQ(query_json({BitmapRef{"name"}}), R"({"bitmap":"./name"})");
    EXPECT_NE(error_of(R"({"bitmap":"@a/b"})"), "no error");
}

TEST(QueryJson, ErrorsNameThePlace) {
    const struct {
        std::string_view json;
        std::string_view place;
        std::string_view message;
    } cases[] = {
        {R"({"or":[{"all_games":true},{"and":[{"all_games":true},{"streak":-5,"all":["pass"]}]}]})",
         "/or/1/and/1/streak: ", "found -5, expected a whole number from 1"},
        {R"({"all":["queens_of"]})", "/all/0: ", "did you mean queens_off?"},
        {R"({"all":["count"]})", "/all/0: ", "needs an argument"},
        {R"({"all":[{"count":"P<"}]})", "/all/0/count: ", ""},
        {R"({"all":[{"count":"P<p","moved":"N"}]})", "/all/0: ", "one key, found 2"},
        {R"({"all":[]})", "/all: ", "found [], expected a list with at least one item"},
        {R"({"all":["pass"],"streek":3})", "/streek: ", "did you mean streak?"},
        {R"({"all":["pass"],"ever":true,"streak":3})",
         "/streak: ", "found both \"ever\" and \"streak\""},
        {R"({"all":["pass"],"at":3,"range":[1,2]})", "/at: ", "found both"},
        {R"({"all":["pass"],"ever":false})", "/ever: ", "found false, expected true"},
        {R"({"all":["pass"],"range":[5,2]})", "/range: ", "runs backwards"},
        {R"({"all":["pass"],"range":[1]})", "/range: ", "expected [first ply, last ply]"},
        {R"({"all":["pass"],"side":"whit"})", "/side: ", "did you mean white?"},
        {R"({"streak":3})", "the query: ", "found no \"all\""},
        {R"({"count":"P<p"})", "the query: ", "inside {\"all\": [...]}"},
        {R"({"result":["W"],"year":2010})", "the query: ", "join them with"},
        {R"({"resutl":["W"]})", "/resutl: ", "did you mean result?"},
        {R"({"result":["X"]})", "/result/0: ", "found 'X'"},
        {R"({"result":["W,D"]})", "/result/0: ", "expected a single value"},
        {R"({"result":{"!=":["W","D","B"]}})", "/result/!=: ", "no value is left"},
        {R"({"year":{"~":2010}})", "/year/~0: ", "unknown key"},
        {R"({"year":2010.5})", "/year: ", "found 2010.5, expected a whole number"},
        {R"({"year":-1})", "/year: ", "found -1"},
        {R"({"plies":99999999999})", "/plies: ", "found 99999999999"},
        {R"({"plies":18446744073709551615})", "/plies: ", "found 18446744073709551615"},
        {R"({"tag":"Event"})", "the query: ", "one of"},
        {R"({"tag":"Event","~":1})", "/~0: ", "found 1, expected a string"},
        {R"({"and":[{"all_games":true}]})", "/and: ", "at least 2"},
        {R"({"not":[]})", "/not: ", "expected a query"},
        {R"({"seq":[{"all":["pass"],"ever":true}]})", "/seq/0: ", "no window"},
        {R"({"seq":[],"run":[]})", "the query: ", "expected one"},
        {R"({})", "the query: ", "expected a query"},
        {R"([])", "the query: ", "expected a query"},
        {R"({"all_games":1})", "/all_games: ", "expected true"},
        {R"({"all":["pass"],"all":["pass"]})", "", "the key \"all\" appears twice"},
        {"", "this is not JSON: ", "line 1, column 1"},
        {R"({"all":["pass"]} x)", "this is not JSON: ", "line 1, column"},
        {"{\"white\":\"\xff\"}", "this is not JSON: ", "UTF-8"},
    };
    for (const auto& [json, place, message] : cases) {
        const std::string error = error_of(json);
        EXPECT_TRUE(error.starts_with(place)) << json << "\n" << error;
        EXPECT_NE(error.find(message), std::string::npos) << json << "\n" << error;
    }
}

TEST(QueryJson, RefusesDeepNesting) {
    std::string json = R"({"all_games":true})";
    for (int i = 0; i < 150; ++i) json = R"({"not":)" + json + "}";
    EXPECT_TRUE(parse_query_json(json).has_value());
    std::string deep;
    for (int i = 0; i < 100'000; ++i) deep += R"({"not":)";
    EXPECT_NE(error_of(deep).find("nested deeper"), std::string::npos);
}

RC_GTEST_PROP(QueryJson, ReadsWhatItWrites, ()) {
    const Expr expr = *gen::query(gen::standard_vocabulary());
    const std::string json = query_json(expr);
    const Result<Expr> again = parse_query_json(json);
    if (!again) RC_FAIL(json + "\n" + again.error().message);
    if (*again != expr) RC_FAIL(json + "\n" + query_json(*again));
}

RC_GTEST_PROP(QueryJson, ReadsWhatItWritesOfNormalisedQueries, ()) {
    const Expr expr = normalized(*gen::query(gen::standard_vocabulary()));
    RC_ASSERT(parse_query_json(query_json(expr)).value() == expr);
}

}  // namespace
}  // namespace edge::wire
