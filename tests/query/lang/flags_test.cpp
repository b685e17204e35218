#include "query/lang/flags.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "query/lang/text.h"
#include "support/query_gen.h"

namespace edge::query {
namespace {

const FlagInfo* find_info(std::string_view name) {
    for (const FlagInfo& info : known_flags()) {
        if (info.name == name) return &info;
    }
    return nullptr;
}

// Flags from words, as a shell would split them.
std::vector<Flag> split(const std::vector<std::string>& words) {
    std::vector<Flag> flags;
    for (size_t i = 0; i < words.size(); ++i) {
        const size_t equals = words[i].find('=');
        const FlagInfo* const info = find_info(words[i].substr(0, equals));
        if (equals != std::string::npos) {
            flags.push_back({words[i].substr(0, equals), words[i].substr(equals + 1)});
        } else if (info != nullptr && info->takes == FlagValue::Required && i + 1 < words.size()) {
            flags.push_back({words[i], words[i + 1]});
            ++i;
        } else {
            flags.push_back({words[i]});
        }
    }
    return flags;
}

// The canonical text of the query, or the error.
std::string read(const std::vector<std::string>& words) {
    const auto expr = parse_flags(split(words));
    return expr ? to_text(normalized(*expr)) : "error: " + expr.error().message;
}

Expr text(std::string_view query) {
    auto expr = parse_text(query);
    EXPECT_TRUE(expr.has_value()) << query << ": " << expr.error().message;
    return expr ? normalized(std::move(*expr)) : Expr{};
}

// The flags mean what the text means.
void expect_same(const std::vector<std::string>& words, std::string_view query) {
    const auto expr = parse_flags(split(words));
    ASSERT_TRUE(expr.has_value()) << expr.error().message;
    EXPECT_EQ(to_text(normalized(*expr)), to_text(text(query)));
    EXPECT_TRUE(normalized(*expr) == text(query)) << query;
}

TEST(Flags, NoFlagsMeanAllGames) {
    const auto expr = parse_flags({});
    ASSERT_TRUE(expr.has_value());
    EXPECT_TRUE(*expr == Expr{All{}});
}

TEST(Flags, HeaderFlagsMeanWhatTheTextMeans) {
    expect_same({"--result", "W,D"}, "result = W,D");
    expect_same({"--eco", "B20-B99,C42"}, "eco = B20..B99,C42");
    expect_same({"--year", "2010-2015"}, "year >= 2010 and year <= 2015");
    expect_same({"--year", "2010.."}, "year >= 2010");
    expect_same({"--year", "2010-"}, "year >= 2010");
    expect_same({"--year", "..2015"}, "year <= 2015");
    expect_same({"--year", "2010"}, "year = 2010");
    expect_same({"--date-from", "2015-06", "--date-to", "2016"},
                "date >= 2015-06 and date <= 2016");
    expect_same({"--min-elo", "2000", "--max-elo", "2200"}, "elo >= 2000 and elo <= 2200");
    expect_same({"--min-white-elo", "2000", "--max-black-elo", "2200"},
                "white.elo >= 2000 and black.elo <= 2200");
    expect_same({"--gm"}, "elo >= 2500");
    expect_same({"--elo-diff", "-50..100"}, "elo.diff >= -50 and elo.diff <= 100");
    expect_same({"--tc", "blitz", "--speed", "ultrabullet,rapid"},
                "tc = blitz and speed = ultrabullet,rapid");
    expect_same({"--tc-base", "60-180", "--tc-inc", "..2"},
                "tc.base >= 60 and tc.base <= 180 and tc.inc <= 2");
    expect_same({"--termination", "time"}, "termination = time");
    expect_same({"--white-name", "Carlsen, Magnus"}, R"(white = "Carlsen, Magnus")");
    expect_same({"--player", "~carlsen"}, R"(player ~ "carlsen")");
    expect_same({"--tag", "Event~candidates"}, R"(tag("Event") ~ "candidates")");
    expect_same({"--tag", "Round=1.2=3"}, R"(tag("Round") = "1.2=3")");
    expect_same({"--min-plies", "100", "--max-plies", "120"}, "plies >= 100 and plies <= 120");
    expect_same({"--input-bitmap", "@gm"}, "@gm");
}

TEST(Flags, PositionFlagsMeanWhatTheTextMeans) {
    expect_same({"--queens-off"}, "queens_off");
    expect_same({"--queens-off", "--side", "white"}, "white: queens_off");
    expect_same({"--passed-pawn=d", "--side", "black"}, "black: passed_pawn(d)");
    expect_same({"--passed-pawn"}, "passed_pawn");
    expect_same({"--count", "P<p, Q=q=0"}, "P<p Q=q=0");
    expect_same({"--material", "KRPKR"}, R"(material("KRPKR"))");
    expect_same({"--side-to-move", "b", "--in-check"}, "to_move(b) in_check");
    expect_same({"--side", "winner", "--side-to-move", "us", "--move", "Bxh7+"},
                "winner: to_move(us) move(\"Bxh7+\")");
    expect_same({"--move", "Nf3,e2e4", "--gives-check"}, R"(move("Nf3","e2e4") gives_check)");
    expect_same({"--captured", "none", "--moved", "Q"}, "captured(none) moved(Q)");
    expect_same({"--captured", "QR", "--promoted", "n"}, "captured(QR) promoted(N)");
}

TEST(Flags, WindowsMeanWhatTheTextMeans) {
    expect_same({"--count", "P<p", "--ever"}, "ever(P<p)");
    expect_same({"--count", "P<p", "--streak", "5"}, "streak(5, P<p)");
    expect_same({"--min-streak", "5", "--count", "P<p"}, "streak(5, P<p)");
    expect_same({"--count", "P<p", "--always", "--from-ply", "20"}, "always(20.., P<p)");
    expect_same({"--count", "P<p", "--never", "--until-ply", "20"}, "never(..20, P<p)");
    expect_same({"--count", "P<p", "--between-ply", "20-40"}, "ever(20..40, P<p)");
    expect_same({"--count", "P<p", "--at-ply", "30"}, "at(30, P<p)");
    expect_same({"--bishop-pair", "--became", "--side", "both"}, "ever(became(both: bishop_pair))");
    expect_same({"--bishop-pair", "--ceased", "--streak", "1"}, "ever(ceased(bishop_pair))");
}

TEST(Flags, ComposeFromLeftToRight) {
    expect_same({"--queens-off", "--cond", "--count", "R>1", "--or", "--checkmate", "--not",
                 "--and", "--stalemate", "--gm"},
                "elo >= 2500 and (queens_off and R>1 or not checkmate and stalemate)");
    expect_same({"--cond", "--queens-off"}, "queens_off");
    expect_same({"--not", "--queens-off", "--streak", "9"}, "not streak(9, queens_off)");
}

TEST(Flags, ThenBuildsSequences) {
    expect_same({"--move", "O-O", "--then", "--checkmate", "--side", "white", "--cond", "--gm",
                 "--queens-off"},
                R"(elo >= 2500 and seq(move("O-O"), white: checkmate) and queens_off)");
    expect_same({"--move", "O-O", "--then", "--checkmate", "--not"},
                R"(not seq(move("O-O"), checkmate))");
}

TEST(Flags, MirrorAndShiftApplyToAllPatternsOfACondition) {
    const auto expr = parse_flags(
        split({"--subfen", "8/8/8/8/8/8/PP6/8", "--mirror", "--subfen", "8/8/8/8/8/8/6PP/8",
               "--shift", "--cond", "--subfen", "8/8/8/8/8/8/6PP/8"}));
    ASSERT_TRUE(expr.has_value()) << expr.error().message;
    const auto& both = std::get<Combination>(expr->node).operands;
    for (const Atom& atom : std::get<Windowed>(both[0].node).condition.atoms) {
        EXPECT_TRUE(std::get<SubFen>(atom.test).mirror);
        EXPECT_TRUE(std::get<SubFen>(atom.test).shift);
    }
    const Atom& last = std::get<Windowed>(both[1].node).condition.atoms.front();
    EXPECT_FALSE(std::get<SubFen>(last.test).mirror);
    EXPECT_FALSE(std::get<SubFen>(last.test).shift);
}

TEST(Flags, LeftAndRightAreExchangedInAllPatternsOfACondition) {
    expect_same({"--subfen", "8/8/8/8/8/8/PP6/8", "--mirror-files"},
                R"(subfen("8/8/8/8/8/8/PP6/8", mirror_files))");
    expect_same(
        {"--mirror", "--subfen", "8/8/8/8/8/8/PP6/8 w - - 0 1", "--mirror-files", "--shift"},
        R"(subfen("8/8/8/8/8/8/PP6/8", mirror, mirror_files, shift))");
    EXPECT_EQ(read({"--queens-off", "--mirror-files"}),
              "error: --mirror-files: it needs a --subfen");
}

TEST(Flags, ARangeAloneMeansEveryPositionInIt) {
    expect_same({"--between-ply", "20-"}, "ever(20.., pass)");
    expect_same({"--from-ply", "20"}, "ever(20.., pass)");
    expect_same({"--at-ply", "40"}, "at(40, pass)");
}

TEST(Flags, MistakesNameTheFlag) {
    EXPECT_EQ(read({"--queens-off", "--streak", "0"}),
              "error: --streak 0: a streak is at least 1 ply");
    EXPECT_EQ(read({"--queens-off", "--streak", "x"}),
              "error: --streak x: expected a number of plies");
    EXPECT_EQ(read({"--queens-off", "--at-ply", "-1"}),
              "error: --at-ply -1: expected a ply, counted from 0 at the start");
    EXPECT_EQ(read({"--queens-off", "--always", "--never"}),
              "error: --never: the condition already has --always; a condition has one window, and "
              "--cond opens another");
    EXPECT_EQ(read({"--queens-off", "--at-ply", "5", "--from-ply", "3"}),
              "error: --from-ply 3: the condition already has --at-ply 5; a condition has one "
              "window, and --cond opens another");
    EXPECT_EQ(read({"--queens-off", "--until-ply", "5", "--from-ply", "6"}),
              "error: --until-ply 5: the window ends before --from-ply 6");
    EXPECT_EQ(read({"--not"}), "error: --not: it needs a position predicate, such as --queens-off");
    EXPECT_EQ(read({"--gm", "--not", "--cond", "--queens-off"}),
              "error: --not: it needs a position predicate, such as --queens-off");
    EXPECT_EQ(read({"--queens-off", "--not", "--not"}),
              "error: --not: the condition already has --not");
    EXPECT_EQ(read({"--queens-off", "--side", "green"}),
              "error: --side green: expected white, black, either, both, neither, winner, loser or "
              "mover");
    EXPECT_EQ(read({"--queens-off", "--side", "white", "--side", "black"}),
              "error: --side black: the condition already has --side white");
    EXPECT_EQ(read({"--queens-off", "--became", "--ceased"}),
              "error: --ceased: the condition already has --became");
    EXPECT_EQ(
        read({"--gm", "--or", "--queens-off"}),
        "error: --or: there is no condition before it; header flags apply to the whole query");
    EXPECT_EQ(read({"--queens-off", "--or"}),
              "error: --or: there is no position predicate after it");
    EXPECT_EQ(read({"--queens-off", "--cond", "--cond", "--checkmate"}),
              "error: --cond: the condition before it is empty");
    EXPECT_EQ(read({"--then", "--checkmate"}),
              "error: --then: there is no position predicate before it");
    EXPECT_EQ(read({"--checkmate", "--then"}),
              "error: --then: it needs a position predicate, such as --queens-off");
    EXPECT_EQ(read({"--queens-off", "--streak", "3", "--then", "--checkmate"}),
              "error: --streak 3: a sequence made with --then has no window");
    EXPECT_EQ(read({"--queens-off", "--mirror"}), "error: --mirror: it needs a --subfen");
    EXPECT_EQ(read({"--side", "white"}),
              "error: --side white: it needs a position predicate, such as --queens-off");
    EXPECT_EQ(read({"--ever=3"}), "error: --ever=3: this flag takes no value");
    EXPECT_EQ(read({"--streak"}), "error: --streak: a value is missing: --streak N");
    EXPECT_EQ(read({"--tag", "Event"}),
              "error: --tag Event: expected NAME=VALUE or NAME~TEXT, as in Event~candidates");
    EXPECT_EQ(read({"--pased-pawn"}),
              "error: --pased-pawn: there is no such flag, did you mean --passed-pawn?");
}

TEST(Flags, MistakesInsideValuesNameTheFlagToo) {
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{"--count", "P<"},
                                               {"--material", "RR"},
                                               {"--subfen", "9/8"},
                                               {"--position", "8/8"},
                                               {"--passed-pawn=z"},
                                               {"--move", "Nf3,"},
                                               {"--moved", ""},
                                               {"--result", "X"},
                                               {"--eco", "F00"},
                                               {"--year", "x"},
                                               {"--min-elo", "-5"},
                                               {"--date-from", "2015-13"},
                                               {"--player", "~"},
                                               {"--tc-base", "5..x"}}) {
        const std::string answer = read(words);
        EXPECT_TRUE(answer.starts_with("error: " + words.front())) << answer;
    }
}

TEST(Flags, EveryKnownFlagHasHelpAndIsRead) {
    for (const FlagInfo& info : known_flags()) {
        EXPECT_TRUE(info.name.starts_with("--")) << info.name;
        EXPECT_FALSE(info.help.empty()) << info.name;
        EXPECT_EQ(info.placeholder.empty(), info.takes == FlagValue::None) << info.name;
        const std::string answer = read({std::string(info.name)});
        EXPECT_EQ(answer.find("no such flag"), std::string::npos) << info.name;
    }
}

TEST(Flags, CannotExpressEverything) {
    for (const std::string_view query :
         {"result = W or queens_off", "not result = W", "year != 2010", "eco != B22",
          "queens_off and (checkmate or stalemate)", "queens_off xor checkmate",
          "run(in_check, captured(Q))", "seq(pass, checkmate)", "date < 2015-06"}) {
        EXPECT_FALSE(to_flags(text(query)).has_value()) << query;
    }
}

// ---- flags to query and back

using Words = std::vector<std::string>;

rc::Gen<Words> one_of(std::vector<Words> choices) { return rc::gen::elementOf(std::move(choices)); }

rc::Gen<Words> header_words() {
    return one_of({{"--result", "W"},
                   {"--result", "decisive"},
                   {"--eco", "B20-B99,C42"},
                   {"--year", "1990..2010"},
                   {"--year", "1999"},
                   {"--date-from", "2015-06-30"},
                   {"--date-to", "2016"},
                   {"--min-elo", "2100"},
                   {"--max-black-elo", "2300"},
                   {"--gm"},
                   {"--elo-diff", "-100..-5"},
                   {"--tc", "blitz,unknown"},
                   {"--tc-base", "60-300"},
                   {"--speed", "rapid"},
                   {"--termination", "time,rules"},
                   {"--player", "~kasp"},
                   {"--white-name", "Morphy, Paul"},
                   {"--tag", "Event=Match"},
                   {"--max-plies", "99"},
                   {"--input-bitmap", "@some"}});
}

rc::Gen<Words> atom_words() {
    return one_of({{"--queens-off"},
                   {"--bishop-pair"},
                   {"--doubled-pawn=c"},
                   {"--isolated-pawn"},
                   {"--passed-pawn=a"},
                   {"--rook-on-seventh"},
                   {"--rook-on-open-file=e"},
                   {"--king-castled"},
                   {"--in-check"},
                   {"--count", "Q=q=0"},
                   {"--count", "2*N>b+1 and MEN<men"},
                   {"--material", "KRP:KR"},
                   {"--material", "KBNK"},
                   {"--subfen", "8/8/8/3_4/8/2A2a2/PPP2?2/8"},
                   {"--position", "8/8/4k3/8/4P3/4K3/8/8 w - - 0 1"},
                   {"--side-to-move", "b"},
                   {"--move", "Nf3,e7e8q,O-O-O,exd8=N"},
                   {"--move", "Rxc3+,xd5,e8,O-O#"},
                   {"--moved", "NB"},
                   {"--captured", "none"},
                   {"--captured", "Q"},
                   {"--promoted", "R"},
                   {"--gives-check"}});
}

rc::Gen<Words> side_words() {
    return one_of({{},
                   {},
                   {"--side", "white"},
                   {"--side", "either"},
                   {"--side", "neither"},
                   {"--became"},
                   {"--ceased", "--side", "both"}});
}

rc::Gen<Words> window_words() {
    return one_of({{},
                   {},
                   {"--ever"},
                   {"--streak", "4"},
                   {"--always", "--from-ply", "10"},
                   {"--never"},
                   {"--at-ply", "30"},
                   {"--between-ply", "10-50"},
                   {"--until-ply", "80", "--streak", "3"},
                   {"--not"},
                   {"--not", "--from-ply", "1"}});
}

void append(Words& to, const Words& words) { to.insert(to.end(), words.begin(), words.end()); }

Words random_step() {
    Words words;
    const auto count = *rc::gen::inRange(1, 4);
    for (int i = 0; i < count; ++i) append(words, *atom_words());
    append(words, *side_words());
    return words;
}

RC_GTEST_PROP(Flags, BecomeAQueryAndFlagsAgain, ()) {
    Words words;
    const auto conditions = *rc::gen::inRange(0, 4);
    for (int i = 0; i < conditions; ++i) {
        if (i > 0) words.push_back(*rc::gen::elementOf(Words{"--cond", "--or"}));
        append(words, random_step());
        if (*rc::gen::inRange(0, 4) == 0) {
            words.push_back("--then");
            append(words, random_step());
        } else {
            append(words, *window_words());
        }
        if (*rc::gen::inRange(0, 3) == 0) append(words, *header_words());
    }
    if (*rc::gen::inRange(0, 2) == 0) append(words, *header_words());
    const auto expr = parse_flags(split(words));
    RC_ASSERT(expr.has_value());
    const Expr query = normalized(*expr);
    const auto flags = to_flags(query);
    RC_ASSERT(flags.has_value());
    const auto again = parse_flags(*flags);
    RC_ASSERT(again.has_value());
    RC_ASSERT(normalized(*again) == query);
}

RC_GTEST_PROP(Flags, ExpressEveryQueryThatTheyCan, (uint64_t seed)) {
    std::mt19937_64 engine(seed);
    const Expr query = normalized(gen::random_flag_query(engine, gen::standard_vocabulary()));
    const auto flags = to_flags(query);
    if (!flags) RC_FAIL("no flags for " + to_text(query));
    const auto again = parse_flags(*flags);
    if (!again) RC_FAIL(again.error().message);
    RC_ASSERT(to_text(normalized(*again)) == to_text(query));
}

}  // namespace
}  // namespace edge::query
