#include "query/lang/text.h"
#include "support/source_dir.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <string_view>

namespace edge::query {
namespace {

struct Row {
    std::string_view text, expected;
};

// The text the query is printed as, or the first line of the error.
std::string echoed(std::string_view text) {
    const auto query = parse_text(text);
    if (query) return to_text(*query);
    return query.error().message.substr(0, query.error().message.find('\n'));
}

template <size_t count>
void expect_echoes(const Row (&rows)[count]) {
    for (const Row& row : rows) EXPECT_EQ(echoed(row.text), row.expected) << row.text;
}

TEST(TextParser, ReadsAtoms) {
    const Row rows[] = {
        {"queens_off", "queens_off"},
        {"  queens_off\n bishop_pair\t", "queens_off bishop_pair"},
        {"rook_on_seventh king_castled in_check", "rook_on_seventh king_castled in_check"},
        {"checkmate", "checkmate"},
        {"stalemate", "stalemate"},
        {"passed_pawn", "passed_pawn"},
        {"passed_pawn(d) doubled_pawn ( E )", "passed_pawn(d) doubled_pawn(e)"},
        {"isolated_pawn(a) rook_on_open_file(h)", "isolated_pawn(a) rook_on_open_file(h)"},
        {"to_move(white) to_move(b)", "to_move(w) to_move(b)"},
        {"to_move(us) to_move(them)", "to_move(us) to_move(them)"},
        {R"(material("KRPKR"))", R"(material("KRPKR"))"},
        {R"(subfen("8/8/8/8/8/8/8/R6R"))", R"(subfen("8/8/8/8/8/8/8/R6R"))"},
        {R"(subfen("8/8/8/8/8/8/8/R6R", shift, mirror))",
         R"(subfen("8/8/8/8/8/8/8/R6R", mirror, shift))"},
        {R"(subfen("8/8/8/8/8/8/8/R6R", shift, mirror_files))",
         R"(subfen("8/8/8/8/8/8/8/R6R", mirror_files, shift))"},
        {R"(subfen("8/8/8/8/8/8/8/R6R w - - 0 1", mirror_files, mirror))",
         R"(subfen("8/8/8/8/8/8/8/R6R", mirror, mirror_files))"},
        {"opposite_bishops none(quiet)", "opposite_bishops none(quiet)"},
        {"white: iqp quiet sacrifice", "white: iqp quiet sacrifice"},
        {R"(position("8/8/4k3/8/3KP3/8/8/8 b - - 12 60"))",
         R"(position("8/8/4k3/8/3KP3/8/8/8 b - -"))"},
        {R"(move("Nf3+!", "e2e4"))", R"(move("Nf3+", "e2e4"))"},
        {R"(loose_move("exd5"))", R"(loose_move("d5"))"},
        {"moved(nb) captured(Q) promoted(QR)", "moved(BN) captured(Q) promoted(QR)"},
        {"captured(none) gives_check pass", "captured(none) gives_check pass"},
        {"P < p Q=q=0 2*N>=b + 1", "P<p Q=q=0 2*N>=b+1"},
        {"1<=R<=2 MAT>mat MEN!=men", "1<=R<=2 MAT>mat MEN!=men"},
        {"any(queens_off, P<p bishop_pair)", "any(queens_off, P<p bishop_pair)"},
        {"none(in_check) any(any(pass))", "none(in_check) any(any(pass))"},
        {"white: passed_pawn", "white: passed_pawn"},
        {"neither:queens_off", "neither: queens_off"},
    };
    expect_echoes(rows);
}

TEST(TextParser, ReadsWindows) {
    const Row rows[] = {
        {"ever(queens_off)", "ever(queens_off)"},
        {"streak(1, queens_off)", "ever(queens_off)"},
        {"streak(5, 20..40, black: P<p)", "streak(5, 20..40, black: P<p)"},
        {"always(20.., queens_off)", "always(20.., queens_off)"},
        {"never(..40, queens_off)", "never(..40, queens_off)"},
        {"ever( 20 .. 40 , queens_off)", "ever(20..40, queens_off)"},
        {"at(12, queens_off)", "at(12, queens_off)"},
        {"ever(12..12, queens_off)", "at(12, queens_off)"},
        {"ever(0.., pass)", "ever(0.., pass)"},
        {"ever(1<=R<=2)", "ever(1<=R<=2)"},
        {"became(white: queens_off)", "became(white: queens_off)"},
        {"streak(2, became(queens_off))", "streak(2, became(queens_off))"},
        {"ever(ceased(both: bishop_pair P<p))", "ever(ceased(both: bishop_pair P<p))"},
    };
    expect_echoes(rows);
}

TEST(TextParser, FlattensSequences) {
    const Row rows[] = {
        {"seq(P<p, queens_off)", "seq(P<p, queens_off)"},
        {"seq(P<p)", "seq(P<p)"},
        {"run(P<p)", "seq(P<p)"},
        {"run(P<p, Q=0)", "run(P<p, Q=0)"},
        {"seq(P=1, run(P=2, P=3), P=4)", "seq(P=1, run(P=2, P=3), P=4)"},
        {"run(P=1, seq(P=2, P=3), P=4)", "seq(run(P=1, P=2), run(P=3, P=4))"},
        {"seq(seq(P=1, P=2), P=3)", "seq(P=1, P=2, P=3)"},
        {"run(run(P=1, P=2), P=3)", "run(P=1, P=2, P=3)"},
        {"run(seq(P=1, P=2), seq(P=3, P=4))", "seq(P=1, run(P=2, P=3), P=4)"},
        {"seq(white: P=1, became(queens_off))", "seq(white: P=1, became(queens_off))"},
    };
    expect_echoes(rows);
}

TEST(TextParser, ReadsHeaders) {
    const Row rows[] = {
        {"result = W,D", "result = W,D"},
        {"result=1/2-1/2 , *", "result = D,unknown"},
        {"result != W", "result = D,B"},
        {"result = decisive", "result = W,B"},
        {"eco = B20..B99,C42", "eco = B20..B99,C42"},
        {"eco != b20 .. B29, C", "eco != B20..B29,C00..C99"},
        {"year >= 2010", "year >= 2010"},
        {"year = 2010..2015", "year >= 2010 and year <= 2015"},
        {"year = 2010-2015", "year >= 2010 and year <= 2015"},
        {"year = 2010 .. 2015", "year >= 2010 and year <= 2015"},
        {"year = 2010.. and all", "year >= 2010 and all"},
        {"year=..2015", "year <= 2015"},
        {"year = 2010- and all", "year >= 2010 and all"},
        {"date < 2015-06", "date < 2015-06"},
        {"date != 2015.06.30", "date != 2015-06-30"},
        {"date = 2010..2015-06", "date >= 2010 and date <= 2015-06"},
        {"date = 2010 .. and all", "date >= 2010 and all"},
        {"elo >= 2500", "elo >= 2500"},
        {"white.elo<2300", "white.elo < 2300"},
        {"black.elo > 2300", "black.elo > 2300"},
        {"elo.diff > -100", "elo.diff > -100"},
        {"elo.diff = -100..50", "elo.diff >= -100 and elo.diff <= 50"},
        {"tc = blitz", "tc = blitz"},
        {"tc != unknown", "tc = bullet,blitz,rapid,classical,correspondence"},
        {"tc.base <= 180 and tc.inc = 0", "tc.base <= 180 and tc.inc = 0"},
        {"speed = blitz, rapid", "speed = blitz,rapid"},
        {"termination = time", "termination = time"},
        {"plies > 120", "plies > 120"},
        {R"(white = "Carlsen, Magnus")", R"(white = "Carlsen, Magnus")"},
        {R"(black~"carl")", R"(black ~ "carl")"},
        {R"(player ~ "O\"Neil \\ Łukasz")", R"(player ~ "O\"Neil \\ Łukasz")"},
        {R"(tag("Event") ~ "candidates")", R"(tag("Event") ~ "candidates")"},
        {R"(tag("Round")="1")", R"(tag("Round") = "1")"},
    };
    expect_echoes(rows);
}

TEST(TextParser, BindsNotTightestThenAndXorOrSub) {
    const Row rows[] = {
        {"all and all", "all and all"},
        {"not all and all", "not all and all"},
        {"not (all and all)", "not (all and all)"},
        {"not not all", "not not all"},
        {"(all and all) and all", "(all and all) and all"},
        {"((all) and (all))", "all and all"},
        {"all or all xor all and not all sub all", "all or all xor all and not all sub all"},
        {"(all or ((all xor (all and (not all))))) sub all",
         "all or all xor all and not all sub all"},
        {"(all sub all) or all", "(all sub all) or all"},
        {"all sub all sub all", "all sub all sub all"},
        {"all sub (all sub all)", "all sub (all sub all)"},
        {"@wins or bitmap(\"a b.bm\") or bitmap(\"@x\")", "@wins or bitmap(\"a b.bm\") or @x"},
        {"Q=0 and q=0", "Q=0 and q=0"},
        {"(result = W and streak(5, R>=1 r>=1 Q=q=0 B=b=0 N=n=0 P<p))\n"
         "or (result = B and streak(5, R>=1 r>=1 Q=q=0 B=b=0 N=n=0 p<P))",
         "result = W and streak(5, R>=1 r>=1 Q=q=0 B=b=0 N=n=0 P<p) or "
         "result = B and streak(5, R>=1 r>=1 Q=q=0 B=b=0 N=n=0 p<P)"},
    };
    expect_echoes(rows);
}

TEST(TextParser, JoinsEqualOperatorsIntoOneNode) {
    const Expr query = *parse_text("all and all and all");
    const auto* both = std::get_if<Combination>(&query.node);
    ASSERT_NE(both, nullptr);
    EXPECT_EQ(both->op, BoolOp::And);
    EXPECT_EQ(both->operands.size(), 3U);
}

TEST(TextParser, ErrorsNameTheColumnAndWhatWasExpected) {
    const Row rows[] = {
        {"", "column 1: expected a condition, a header test, @name or '(', found the end"},
        {"(all", "column 5: expected and, xor, or, sub, ')' or the end, found the end"},
        {"all)", "column 4: expected and, xor, or, sub, ')' or the end, found ')'"},
        {"all AND all",
         "column 5: expected and, xor, or, sub, ')' or the end, found 'AND', did you mean and?"},
        {"all && all",
         "column 5: expected and, xor, or, sub, ')' or the end, found '&'; write and"},
        {"!all",
         "column 1: expected a condition, a header test, @name or '(', found '!'; write not"},
        {"pased_pawn",
         "column 1: expected a condition, a header test, @name or '(', found 'pased_pawn', did you "
         "mean passed_pawn?"},
        {"passed-pawn",
         "column 1: expected a condition, a header test, @name or '(', found 'passed-pawn', did "
         "you mean passed_pawn?"},
        {"queens_off pased_pawn",
         "column 12: expected and, xor, or, sub, ')' or the end, found 'pased_pawn', did you mean "
         "passed_pawn?"},
        {"queens_off result = W",
         "column 12: expected and, xor, or, sub, ')' or the end, found 'result'"},
        {"@", "column 1: expected a bitmap's name after @, as in @wins"},
        {"bitmap(wins)",
         "column 8: expected a text in double quotes, as in bitmap(\"wins.bm\"), found 'wins'"},
        // atoms
        {"Q=>1", "column 2: found '=>', write >="},
        {"Q==q", "column 2: found '==', write ="},
        {"Q", "column 2: expected a comparison such as P<p or Q=0, found the end"},
        {"passed_pawn(i)", "column 13: expected a file from a to h, found 'i'"},
        {"passed_pawn(d", "column 14: expected ')' to end passed_pawn, found the end"},
        {"to_move(x)", "column 9: expected w, b, us or them, found 'x'"},
        {"material(KRPKR)",
         "column 10: expected a text in double quotes, as in material(\"KRPKR\"), found 'KRPKR'"},
        {"material(\"KR\")",
         "column 10: material 'KR': expected the pieces of both sides, as in KRPKR"},
        {"move(\"Nf3\", \"e9\")",
         "column 13: expected a move such as Nf3, exd5, O-O, e8=Q or e2e4, found 'e9'"},
        {"moved(X)", "column 7: expected kinds of pieces among KQRBNP, found 'X'"},
        {"subfen(\"8/8/8/8/8/8/8/8\", turn)",
         "column 27: expected mirror, mirror_files or shift, found 'turn'"},
        {"position(\"8/8 w\")",
         "column 10: FEN \"8/8 w\", character 4: the board must have eight ranks"},
        {"any()", "column 5: expected a predicate such as queens_off or P<p, found ')'"},
        {"any(white: queens_off)", "column 5: a side is given once, before the first atom"},
        {"blue: queens_off",
         "column 1: expected white, black, either, both, neither, winner, loser or mover before "
         "':', found 'blue'"},
        {"white: and",
         "column 8: expected a predicate such as queens_off or P<p, found 'and', did you mean "
         "any?"},
        // windows and sequences
        {"streak(queens_off)",
         "column 8: expected a number of plies such as 5, found 'queens_off'"},
        {"streak(0, queens_off)", "column 8: a streak has at least 1 ply"},
        {"streak(5 queens_off)",
         "column 10: expected ',' after the length of the streak, found 'queens_off'"},
        {"ever(40..20, queens_off)", "column 6: the range of plies runs backwards"},
        {"ever(.., queens_off)", "column 8: expected a ply after .., found ','"},
        {"ever(20..40 queens_off)",
         "column 13: expected ',' after the range of plies, found 'queens_off'"},
        {"ever(ever(queens_off))", "column 6: expected a condition here, not a window"},
        {"at(99999999999, pass)", "column 4: the number '99999999999' is too large"},
        {"seq(pass, ever(pass))", "column 11: a step of a sequence has no window"},
        {"seq()", "column 5: expected a predicate such as queens_off or P<p, found ')'"},
        {"seq pass", "column 5: expected '(' after seq, found 'pass'"},
        {"ever(pass and pass)", "column 11: expected ')' to end ever, found 'and'"},
        // headers
        {"result W", "column 8: expected one of = != < <= > >= after result, found 'W'"},
        {"result > W", "column 8: expected = or != after result; its values have no order"},
        {"result == W", "column 8: found '==', write ="},
        {"result = W,X",
         "column 12: expected W, D, B, decisive, unknown, 1-0, 1/2-1/2, 1/2, 0-1 or *, found 'X'"},
        {"result != W,D,B", "column 8: this leaves no value of result"},
        {"year = ", "column 8: expected a value of year, found the end"},
        {"year = 2010,2012",
         "column 12: year takes one value or one range; write year = A or year = B"},
        {"year != 2010..2012",
         "column 6: a range can only follow =; write not year = A..B for values outside it"},
        {"year = 2015..2010", "column 8: the range '2015..2010' runs backwards"},
        {"year > x", "column 8: expected a number, found 'x'"},
        {"date = ..", "column 8: expected a date before or after .."},
        {"date = 2010..x5",
         "column 14: expected a date such as 2015, 2015-06 or 2015-06-30, found "
         "'x5'"},
        {"speed = blits",
         "column 9: expected ultrabullet, bullet, blitz, rapid, classical, correspondence or "
         "unknown, found 'blits', did you mean blitz?"},
        {"white != \"X\"",
         "column 7: expected = or ~ after white, found '!='; write not white = \"Carlsen, "
         "Magnus\""},
        {"white = Carlsen",
         "column 9: expected a text in double quotes, as in white = \"Carlsen, Magnus\", found "
         "'Carlsen'"},
        {"white = \u201CX\u201D",
         "column 9: expected a text in double quotes, as in white = \"Carlsen, Magnus\", found "
         "'\u201C'; strings are written in straight quotes"},
        {"white = \"Carlsen", "column 9: this quote is not closed"},
        {"white = \"a\\", "column 9: this quote is not closed"},
        {"white = \"a\\n\"",
         "column 11: a backslash can only precede \" or \\; write \\\\ for the backslash itself"},
        {"tag(Event) = \"x\"",
         "column 5: expected a text in double quotes, as in tag(\"Event\") = \"Candidates\", found "
         "'Event'"},
        // columns count characters and begin again in each line
        {"white = \"Łódź\" nonsense",
         "column 16: expected and, xor, or, sub, ')' or the end, found 'nonsense'"},
        {"all and\n  nonsense",
         "line 2, column 3: expected a condition, a header test, @name or '(', found 'nonsense'"},
    };
    expect_echoes(rows);
}

TEST(TextParser, AMistakeHasAPlace) {
    const auto refused = parse_text("white = \"Łódź\" and\n é nonsense");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().place.value().line, 2U);
    EXPECT_EQ(refused.error().place.value().column, 2U);
}

TEST(TextParser, ShowsThePlaceUnderTheText) {
    const auto shown = [](std::string_view text) {
        const auto query = parse_text(text);
        return query ? "" : query.error().message.substr(query.error().message.find('\n') + 1);
    };
    EXPECT_EQ(shown("all und all"), "  all und all\n      ^");
    EXPECT_EQ(shown("(all"), "  (all\n      ^");
    EXPECT_EQ(shown("all and\n\tü and all"), "   ü and all\n   ^");
    const std::string before(100, '(');
    EXPECT_EQ(shown(before + "x" + std::string(100, ')')), "  ..." + std::string(60, '(') + "x" +
                                                               std::string(29, ')') + "...\n" +
                                                               std::string(65, ' ') + "^");
}

TEST(TextParser, LimitsDepthAndSize) {
    const auto nested = [](std::string_view open, size_t times, std::string_view core,
                           std::string_view close) {
        std::string text;
        for (size_t i = 0; i < times; ++i) text += open;
        text += core;
        for (size_t i = 0; i < times; ++i) text += close;
        return text;
    };
    EXPECT_TRUE(parse_text(nested("(", 199, "all", ")")));
    for (const std::string& text :
         {nested("(", 200, "all", ")"), nested("not ", 100'000, "all", ""),
          nested("any(", 100'000, "pass", ")"), nested("run(", 100'000, "pass", ")"),
          nested("(", 500'000, "", "")}) {
        const auto query = parse_text(text);
        ASSERT_FALSE(query);
        EXPECT_NE(query.error().message.find("nested more than 200 levels"), std::string::npos);
        EXPECT_LT(query.error().message.size(), 500U);
    }
    const auto query = parse_text(std::string(1'000'001, ' '));
    ASSERT_FALSE(query);
    EXPECT_NE(query.error().message.find("1000001 bytes"), std::string::npos);
}

// Each line of the blocks marked "query" is an example.
TEST(TextParser, ReadsTheExamplesOfItsPage) {
    std::ifstream page(test::source_dir() / "docs/query_language.md");
    ASSERT_TRUE(page);
    bool in_block = false;
    size_t examples = 0;
    for (std::string line; std::getline(page, line);) {
        if (line.starts_with("```")) {
            in_block = line == "```query";
        } else if (in_block) {
            const auto query = parse_text(line);
            EXPECT_TRUE(query) << query.error().message;
            ++examples;
        }
    }
    EXPECT_GT(examples, 30U);
}

}  // namespace
}  // namespace edge::query
