#include "query/lang/notation.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "chess/fen.h"
#include "query/lang/did_you_mean.h"

namespace edge::query {
namespace {

// What a notation makes of a text: the text it writes, or the error.
template <class T>
std::string echoed(const Result<T>& parsed) {
    return parsed ? std::string(to_text(*parsed)) : "error: " + parsed.error().message;
}

struct Row {
    std::string_view text, expected;
};

void expect_error(const std::string& echo, std::string_view part, std::string_view text) {
    EXPECT_TRUE(echo.starts_with("error: ") && echo.find(part) != std::string::npos)
        << '"' << text << "\" gave \"" << echo << "\", not an error with \"" << part << '"';
}

std::string echo_counts(std::string_view text) {
    const auto chains = parse_counts(text);
    if (!chains) return "error: " + chains.error().message;
    std::string out;
    for (const CountChain& chain : *chains) out += (out.empty() ? "" : " ") + to_text(chain);
    return out;
}

TEST(Notation, ReadsCounts) {
    const Row rows[] = {
        {"P<p", "P<p"},
        {" P < p ", "P<p"},
        {"Q=q=0", "Q=q=0"},
        {"1<=R<=2", "1<=R<=2"},
        {"2*N>=b+1", "2*N>=b+1"},
        {"2 * N != b", "2*N!=b"},
        {"R+B>=3, Q=0", "R+B>=3 Q=0"},
        {"P<p Q=q=0", "P<p Q=q=0"},
        {"P<p and MEN>men", "P<p MEN>men"},
        {"MAT > mat + 3", "MAT>mat+3"},
        {"0*K<=10000", "0*K<=10000"},
        {"K=k=1,P=p=8", "K=k=1 P=p=8"},
    };
    for (const Row& row : rows) EXPECT_EQ(echo_counts(row.text), row.expected) << row.text;
}

TEST(Notation, RejectsCounts) {
    const Row rows[] = {
        {"", "found the end"},
        {"P", "expected a comparison"},
        {"P<", "found the end"},
        {"P<p,", "found the end"},
        {"P==p", "found '==', write ="},
        {"P=>p", "found '=>', write >="},
        {"P=<p", "found '=<', write <="},
        {"P<>p", "found '<>', write !="},
        {"MAT-mat>3", "move the term to the other side"},
        {"X<p", "found 'X'"},
        {"P2<p", "found 'P2'"},
        {"2N>b", "found '2N'"},
        {"P<10001", "at most 10000"},
        {"P<99999999999999999999", "at most 10000"},
        {"2*3<p", "found '3'"},
    };
    for (const Row& row : rows) expect_error(echo_counts(row.text), row.expected, row.text);
    std::string long_sum = "P";
    for (int i = 0; i < 100; ++i) long_sum += "+P";
    expect_error(echo_counts(long_sum + "<p"), "at most 100 terms", "P+P+...");
}

TEST(Notation, ReadsMaterial) {
    const Row rows[] = {
        {"KRPKR", "KRPKR"}, {"KPRKR", "KRPKR"}, {"KRP:KR", "KRP:KR"}, {"KK", "KK"},
        {"K:KQ", "K:KQ"},   {"KRKRP", "KRKRP"}, {"KNBKB", "KBNKB"},   {"KPPPKPP", "KPPPKPP"},
    };
    for (const Row& row : rows) EXPECT_EQ(echoed(parse_material(row.text)), row.expected);
    const MaterialTest test = *parse_material("KRP:KR");
    EXPECT_FALSE(test.any_colors);
    EXPECT_EQ(test.pieces[0][index(PieceType::Pawn)], 1);
    EXPECT_EQ(test.pieces[1][index(PieceType::Rook)], 1);
    EXPECT_EQ(test.pieces[0][index(PieceType::King)], 0);
}

TEST(Notation, RejectsMaterial) {
    const Row rows[] = {
        {"", "both sides"},
        {"KRP", "both sides"},
        {"RPKR", "begins with its K"},
        {"KRKRK", "a third"},
        {"KRPkr", "capital letters"},
        {"KRP:R", "found ':'"},
        {"KRP::KR", "found ':'"},
        {"KPPPPPPPPPPPPPPPPK", "15 pieces"},
    };
    for (const Row& row : rows) {
        expect_error(echoed(parse_material(row.text)), row.expected, row.text);
    }
}

TEST(Notation, ReadsSubFens) {
    const Row rows[] = {
        {"8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8"},
        {"8/2q5/8/8/8/8/8/R6R", "8/2q5/8/8/8/8/8/R6R"},
        {"8/44/8/8/3_A?a1/8/8/11111111", "8/8/8/8/3_A?a1/8/8/8"},
        {"8/8/8/8/8/8/8/R6R w - - 0 1", "8/8/8/8/8/8/8/R6R"},
        {" 8/8/8/8/8/8/8/R6R ", "8/8/8/8/8/8/8/R6R"},
        {" 8/8/8/8/8/8/8/R_5R b KQkq e3\n", "8/8/8/8/8/8/8/R_5R"},
    };
    for (const Row& row : rows) EXPECT_EQ(echoed(parse_subfen(row.text)), row.expected);
    const SubFen pattern = *parse_subfen("n_6/8/8/8/8/8/8/6?A");
    EXPECT_EQ(pattern.allowed[index(Square::A8)],
              1U << index(make_piece(Color::Black, PieceType::Knight)));
    EXPECT_EQ(pattern.allowed[57], 1);
    EXPECT_EQ(pattern.allowed[58], SubFen::kAnything);
    EXPECT_EQ(pattern.allowed[6], 0x7E7E);
    EXPECT_EQ(pattern.allowed[index(Square::H1)], 0x007E);
}

TEST(Notation, RejectsSubFens) {
    const Row rows[] = {
        {"", "eight full ranks"},
        {"8/8/8", "eight full ranks"},
        {"8/8/8/8/8/8/8/7", "eight full ranks"},
        {"9/8/8/8/8/8/8/8", "found '9'"},
        {"7/8/8/8/8/8/8/8", "eight squares"},
        {"8P/8/8/8/8/8/8/8", "eight squares"},
        {"8/8/8/8/8/8/8/8/8", "a ninth"},
        {"8/8/8/8/8/8/8/8 w - - 0", "a FEN of four or six fields"},
        {"8/8/8/8/8/8/8/8 - - - 0 1", "a FEN of four or six fields"},
        {"8/8/8/8/8/8/8/9 w - - 0 1", "found '9'"},
        {" ", "found ' '"},
        {"x7/8/8/8/8/8/8/8", "found 'x'"},
    };
    for (const Row& row : rows) {
        expect_error(echoed(parse_subfen(row.text)), row.expected, row.text);
    }
}

TEST(Notation, ReadsMoves) {
    const Row rows[] = {
        {"Nf3", "Nf3"},           {"Nf3+", "Nf3+"},     {"Qh7#", "Qh7#"},
        {"Ngf3", "Ngf3"},         {"N1f3!?", "N1f3"},   {"Ng1-f3", "Ng1f3"},
        {"Nxd5", "Nxd5"},         {"e4", "e4"},         {"exd5", "exd5"},
        {"e4xd5", "e4xd5"},       {"e2e4", "e2e4"},     {"e2-e4", "e2e4"},
        {"O-O", "O-O"},           {"0-0-0+", "O-O-O+"}, {"e8=Q", "e8=Q"},
        {"e8Q", "e8=Q"},          {"bxa1=N", "bxa1=N"}, {"e7e8q", "e7e8q"},
        {"e7e8Q", "e7e8q"},       {"bxc3", "bxc3"},     {"Bxc3", "Bxc3"},
        {"xd5", "xd5"},           {"5xd6", "5xd6"},     {"e8", "e8"},
        {"exd8", "exd8"},         {"R8xc3", "R8xc3"},   {"e7e8", "e7e8"},
        {"e1h1", "e1h1"},         {"e7e8q+", "e7e8q+"}, {"O-O#", "O-O#"},
        {"Qh7++", "Qh7+"},        {"Qh7+#", "Qh7#"},    {"Qh7#+", "Qh7#"},
        {"Qh7!+?", "Qh7+"},       {"exd6e.p.", "exd6"}, {"exd6 e.p.", "exd6"},
        {"exd6ep", "exd6"},       {"exd6e.p", "exd6"},  {"exd6 e.p.+", "exd6+"},
        {"exd6+ e.p.!", "exd6+"}, {"e8=q", "e8=Q"},
    };
    for (const Row& row : rows) {
        EXPECT_EQ(echoed(parse_move_pattern(row.text, false)), row.expected) << row.text;
    }
    EXPECT_EQ(parse_move_pattern("e2e4", false)->style, MovePattern::Style::Uci);
    EXPECT_EQ(parse_move_pattern("e4", false)->style, MovePattern::Style::San);
}

TEST(Notation, ReadsMovesAsScoutfishDoes) {
    const Row rows[] = {
        {"exd5", "d5"},  {"dxe8=Q+", "e8"}, {"e8", "e8"},       {"Nxf3", "Nf3"},
        {"e2e4", "e4"},  {"O-O", "O-O"},    {"Ngf3", "Ngf3"},   {"O-O-O+", "O-O-O"},
        {"Nf3#", "Nf3"}, {"xd5", "d5"},     {"exd6e.p.", "d6"}, {"e7e8n", "e8"},
    };
    for (const Row& row : rows) {
        const auto pattern = parse_move_pattern(row.text, true);
        EXPECT_EQ(echoed(pattern), row.expected);
        ASSERT_TRUE(pattern);
        EXPECT_EQ(pattern->style, MovePattern::Style::Loose);
        EXPECT_EQ(*pattern, *parse_move_pattern(row.expected, true));
    }
}

TEST(Notation, RejectsMoves) {
    const Row rows[] = {
        {"", "expected a move"},         {"N", "expected a move"},
        {"Nf9", "expected a move"},      {"nf3", "expected a move"},
        {"ed5", "write exd5"},           {"4d5", "write exd5"},
        {"e4=Q", "first or the eighth"}, {"e2e4q", "first or the eighth"},
        {"Nf8=Q", "only a pawn"},        {"e4e4", "same square"},
        {"e8=K", "expected a move"},     {"O-O-O-O", "expected a move"},
        {"--", "expected a move"},       {"+", "expected a move"},
        {"Ng1xxf3", "expected a move"},  {"x", "expected a move"},
        {"e.p.", "expected a move"},     {"NF3", "expected a move"},
        {"o-o", "expected a move"},      {"Nf3 e4", "expected a move"},
    };
    for (const Row& row : rows) {
        expect_error(echoed(parse_move_pattern(row.text, false)), row.expected, row.text);
    }
}

TEST(Notation, ReadsKindsAndFiles) {
    EXPECT_EQ(kinds_text(*parse_kinds("nB")), "BN");
    EXPECT_EQ(kinds_text(*parse_kinds("PNBRQK")), "KQRBNP");
    EXPECT_EQ(*parse_kinds("P"), 1U << index(PieceType::Pawn));
    EXPECT_FALSE(parse_kinds(""));
    EXPECT_FALSE(parse_kinds("NX"));
    EXPECT_FALSE(parse_kinds("N "));
    EXPECT_EQ(*parse_file("d"), 3);
    EXPECT_EQ(*parse_file("H"), 7);
    for (const std::string_view text : {"", "i", "ab", "4"}) EXPECT_FALSE(parse_file(text));
}

TEST(Notation, ReadsPositionsLeniently) {
    EXPECT_TRUE(parse_position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -")
                    ->same_position(Position::start()));
    const auto bad = parse_position("8/8/8/8/8/8/8/8 w - - 0 1");
    ASSERT_FALSE(bad);
    EXPECT_NE(bad.error().message.find("one king"), std::string::npos) << bad.error().message;
    const auto endless = parse_position(std::string(100'000, '8'));
    ASSERT_FALSE(endless);
    EXPECT_LT(endless.error().message.size(), 100U);
}

TEST(Notation, ReadsHeaderValues) {
    EXPECT_EQ(echoed(parse_results("D,w")), "W,D");
    EXPECT_EQ(echoed(parse_results("decisive")), "W,B");
    EXPECT_EQ(echoed(parse_results("1-0, 1/2-1/2 ,0-1,*")), "W,D,B,unknown");
    EXPECT_EQ(to_text(complement(*parse_results("W"))), "D,B");
    EXPECT_EQ(to_text(complement(*parse_results("unknown"))), "W,D,B");
    EXPECT_EQ(echoed(parse_time_classes("rapid,bullet")), "bullet,rapid");
    EXPECT_EQ(to_text(complement(*parse_time_classes("bullet"))),
              "blitz,rapid,classical,correspondence");
    EXPECT_EQ(echoed(parse_speeds("UltraBullet")), "ultrabullet");
    EXPECT_EQ(to_text(complement(*parse_speeds("unknown,classical"))),
              "ultrabullet,bullet,blitz,rapid,correspondence");
    EXPECT_EQ(echoed(parse_terminations("other,time")), "time,other");
    EXPECT_EQ(to_text(complement(*parse_terminations("normal"))), "time,abandoned,rules,other");

    expect_error(echoed(parse_results("X")), "found 'X'", "X");
    expect_error(echoed(parse_results("W,")), "found ''", "W,");
    expect_error(echoed(parse_speeds("blitzz")), "did you mean blitz?", "blitzz");
}

TEST(Notation, ReadsEcoCodes) {
    const Row rows[] = {
        {"B22", "B22"},           {"b22", "B22"},
        {"B20..B99", "B20..B99"}, {"B20-B99", "B20..B99"},
        {"B", "B00..B99"},        {"B..C", "B00..C99"},
        {"E99, A00", "E99,A00"},  {"B20..B99,C42", "B20..B99,C42"},
    };
    for (const Row& row : rows) EXPECT_EQ(echoed(parse_eco(row.text)), row.expected) << row.text;
    const Row errors[] = {
        {"", "found ''"},
        {"F00", "found 'F00'"},
        {"B2", "found 'B2'"},
        {"B22a", "found 'B22a'"},
        {"B20..", "found 'B20..'"},
        {"B20-", "found 'B20-'"},
        {"C00..B00", "runs backwards"},
    };
    for (const Row& row : errors) expect_error(echoed(parse_eco(row.text)), row.expected, row.text);
}

TEST(Notation, ReadsDates) {
    const Row rows[] = {
        {"2015", "2015"},
        {"2015-06", "2015-06"},
        {"2015.06.30", "2015-06-30"},
        {"0999/01/02", "0999-01-02"},
    };
    for (const Row& row : rows) EXPECT_EQ(echoed(parse_date(row.text)), row.expected) << row.text;
    for (const std::string_view text :
         {"", "15", "2015-", "2015-6", "2015-06-3", "2015-06-300", "2015-00", "0000", "5000",
          "2015-13", "2015-06-32", "2015 06"}) {
        EXPECT_FALSE(parse_date(text)) << text;
    }
}

TEST(Notation, ReadsRanges) {
    EXPECT_EQ(*parse_range("20..40", false), (NumberRange{20, 40}));
    EXPECT_EQ(*parse_range(" 20 .. ", false), (NumberRange{20, std::nullopt}));
    EXPECT_EQ(*parse_range("..40", false), (NumberRange{std::nullopt, 40}));
    EXPECT_EQ(*parse_range("20-40", false), (NumberRange{20, 40}));
    EXPECT_EQ(*parse_range("20-", false), (NumberRange{20, std::nullopt}));
    EXPECT_EQ(*parse_range("20 - ", false), (NumberRange{20, std::nullopt}));
    EXPECT_EQ(*parse_range("7", false), (NumberRange{7, 7}));
    EXPECT_EQ(*parse_range("-100..-50", true), (NumberRange{-100, -50}));
    EXPECT_EQ(*parse_range("-7", true), (NumberRange{-7, -7}));
    for (const std::string_view text :
         {"", "..", "-", "-5", "5--", "--", "-5..3", "40..20", "a..b", "1..2..3", "99999999999"}) {
        EXPECT_FALSE(parse_range(text, false)) << text;
    }
    EXPECT_FALSE(parse_range("20-40", true));
    EXPECT_FALSE(parse_range("20-", true));
}

TEST(DidYouMean, GuessesNearMisses) {
    const std::vector<std::string_view> words = {"passed_pawn", "queens_off", "and", "ever"};
    EXPECT_EQ(nearest("pased_pawn", words), "passed_pawn");
    EXPECT_EQ(nearest("passed-pawn", words), "passed_pawn");
    EXPECT_EQ(nearest("AND", words), "and");
    EXPECT_EQ(nearest("evr", words), "ever");
    EXPECT_EQ(nearest("xyzzy", words), "");
    EXPECT_EQ(nearest(std::string(1000, 'a'), words), "");
}

TEST(DidYouMean, CutsLongQuotesBetweenCharacters) {
    EXPECT_EQ(in_quotes("abc"), "'abc'");
    EXPECT_EQ(in_quotes(std::string(39, 'a') + "äb"), "'" + std::string(39, 'a') + "...'");
}

}  // namespace
}  // namespace edge::query
