#include "codec/pgn/lexical.h"

#include <gtest/gtest.h>

#include <optional>
#include <ostream>

namespace edge::pgn {
namespace {

const char* end_of(std::string_view text) { return text.data() + text.size(); }

// Places in these tables are marked by a ^ in the text, which is taken out.
struct Marked {
    std::string text;
    std::vector<size_t> marks;
    explicit Marked(std::string_view source) {
        for (const char c : source) {
            if (c == '^') {
                marks.push_back(text.size());
            } else {
                text.push_back(c);
            }
        }
    }
    const char* begin() const { return text.data(); }
    const char* end() const { return text.data() + text.size(); }
    const char* at(size_t mark) const { return text.data() + marks[mark]; }
    std::optional<size_t> offset(const char* place) const {
        if (place == nullptr) return std::nullopt;
        return static_cast<size_t>(place - begin());
    }
    // The place of the mark with that number, nothing when there is none.
    std::optional<size_t> mark(size_t number) const {
        if (number >= marks.size()) return std::nullopt;
        return marks[number];
    }
};

TEST(PgnLexical, ATagStartsWithABracketANameAndAQuote) {
    struct Case {
        std::string_view text, name, rest;
    };
    const Case cases[] = {
        {"[Event \"x\"]", "Event", "x\"]"},
        {"[Event\"x\"]", "Event", "x\"]"},
        {"[ \tEvent \t \"x", "Event", "x"},
        {"[%clk \"x\"]", "", ""},
        {"[Event", "", ""},
        {"[Event ", "", ""},
        {"[Event x\"", "", ""},
        {"[Event\n\"x\"]", "", ""},
        {"[\"x\"]", "", ""},
        {"[", "", ""},
        {"[_a \"x\"]", "", ""},
        {"[a_+#=:-9 \"\"]", "a_+#=:-9", "\"]"},
        {"[1st \"\"]", "1st", "\"]"},
        {"[\xC3\xA9 \"\"]", "", ""},
    };
    for (const Case& c : cases) {
        const TagStart start = tag_start(c.text.data(), end_of(c.text));
        EXPECT_EQ(start.name, c.name) << c.text;
        if (c.name.empty()) {
            EXPECT_EQ(start.value, nullptr) << c.text;
        } else {
            EXPECT_EQ(std::string_view(start.value, end_of(c.text)), c.rest) << c.text;
        }
    }
}

TEST(PgnLexical, ATextMayEndBeforeItShowsWhetherATagStarts) {
    for (const std::string_view text : {"[", "[ \t", "[Event", "[Event ", "[ 1st-_  "}) {
        EXPECT_TRUE(tag_start(text.data(), end_of(text)).is_cut) << text;
    }
    for (const std::string_view text :
         {"[Event \"", "[%clk", "[Event x", "[Event\n", "[]", "[ -"}) {
        EXPECT_FALSE(tag_start(text.data(), end_of(text)).is_cut) << text;
    }
}

TEST(PgnLexical, NamesOfTagsAreKnownHoweverManyThereAre) {
    TagNames names;
    std::vector<std::string> texts;
    for (int i = 0; i < 100; ++i) texts.push_back("T" + std::to_string(i));
    for (const std::string& text : texts) {
        EXPECT_FALSE(names.contains(text)) << text;
        names.add(text);
        names.add("again");
        EXPECT_TRUE(names.contains(text)) << text;
        EXPECT_TRUE(names.contains("T0")) << text;
    }
    names.clear();
    for (const std::string& text : texts) {
        EXPECT_FALSE(names.contains(text)) << text;
        names.add(text);
    }
}

TEST(PgnLexical, ABracketIsClosedOnItsLine) {
    const std::string_view text = "[a] [b [c\n] [d] [e";
    const char* const begin = text.data();
    LineBrackets brackets;
    const auto close_of = [&](size_t open, size_t limit) {
        const char* const close = brackets.find_close(begin + open, begin + limit);
        return close != nullptr ? close - begin : -1;
    };
    EXPECT_EQ(close_of(0, text.size()), 2);
    EXPECT_EQ(close_of(4, text.size()), -1);
    EXPECT_EQ(brackets.none_before() - begin, 9);
    EXPECT_EQ(close_of(7, text.size()), -1);
    EXPECT_EQ(close_of(12, 14), -1);
    EXPECT_EQ(brackets.none_before() - begin, 14);
    EXPECT_EQ(close_of(16, text.size()), -1);
    EXPECT_EQ(brackets.none_before() - begin, 18);
}

TEST(PgnLexical, ATagValueEndsAtAQuoteBeforeABracket) {
    struct Case {
        std::string_view text;  // marks: the end of the value, the place after the tag
        bool closed;
    };
    const Case cases[] = {
        {"x^\"]^\n", true},
        {"^\"]^", true},
        {"x^\" \t]^ e4\n", true},
        {"a \"b\" c^\"]^\n", true},
        {"a\\\"]b^\"]^\n", true},
        {"a\\\\^\"]^\n", true},
        {"C:\\^\"]^\n", true},
        {"C:\\^\"]^ \r\n[A \"x\"]\n", true},
        {"C:\\^\"]^\n\n1. e4 1-0\n", true},
        {"C:\\^\"]^", true},
        {"a\\\"] [B \"b^\"]^\n", true},
        {"a]b^\"]^\n", true},
        {"x^\"^\n", false},
        {"x^\" e4 e5^\n\"]", false},
        {"a\"b^\"c^\n", false},
        {"x^]^\n", false},
        {"x^] \r^\n", false},
        {"x^^\n", false},
        {"x^^", false},
        {"^^", false},
    };
    for (const Case& c : cases) {
        const Marked text(c.text);
        const TagValueEnd found = find_tag_value_end(text.begin(), text.end());
        EXPECT_EQ(text.offset(found.value_end), text.mark(0)) << c.text;
        EXPECT_EQ(text.offset(found.after), text.mark(1)) << c.text;
        EXPECT_EQ(found.closed, c.closed) << c.text;
    }
}

TEST(PgnLexical, EscapesOfATagValueAreUndone) {
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"", ""},
        {"plain", "plain"},
        {R"(a \"b\" c)", R"(a "b" c)"},
        {R"(C:\\x)", R"(C:\x)"},
        {R"(C:\x)", R"(C:\x)"},
        {R"(\\\")", R"(\")"},
        {R"(ends in \)", R"(ends in \)"},
    };
    for (const auto& [text, expected] : cases) {
        EXPECT_EQ(unescape_tag_value(text), expected) << text;
    }
}

TEST(PgnLexical, AWordEndsAtABlankOrAMarkThatStandsForItself) {
    for (const std::string_view text : {"e4^ e5", "e4^\n", "e4^{x}", "e4^;x", "e4^[x", "e4^", "[^{",
                                        "e4)^", "e4!?^\t", "a\xC3\xA9^\r"}) {
        const Marked marked(text);
        EXPECT_EQ(marked.offset(end_of_word(marked.begin(), marked.end())), marked.mark(0)) << text;
    }
}

TEST(PgnLexical, AMoveNumberIsDigitsAndDots) {
    for (const char* word : {"1", "12", "12.", "12...", "0", "123456789012345678901234567890."}) {
        EXPECT_TRUE(is_move_number(word)) << word;
    }
    for (const char* word : {"", ".", "...", "1.e4", "1-0", "1.2", "a1", "1)", "$1"}) {
        EXPECT_FALSE(is_move_number(word)) << word;
    }
}

TEST(PgnLexical, AMoveHasAPieceOrFileAndASquare) {
    for (const char* word :
         {"e4", "Nf3", "exd5", "1.e4", "1...e5", "12.Nbd7+", "O-O", "O-O-O+", "0-0", "0-0-0",
          "1.0-0", "e8=Q", "Ng1-f3", "e2e4", "Pe4", "Nf3!?", "Qa1xb2c3+"}) {
        EXPECT_TRUE(looks_like_move(word)) << word;
    }
    for (const char* word :
         {"",   "e",  "1.", "1-0", "0-1",   "1/2",         "12e4", "Event", "the", "x4",
          "f9", "i4", "--", "Z0",  "hello", "e4e5e6e7e8e", ".e4",  "*",     "a0",  "0-0*0-0*0-0"}) {
        EXPECT_FALSE(looks_like_move(word)) << word;
    }
}

TEST(PgnLexical, ResultsAreFoundByTheirMark) {
    struct Case {
        std::string_view text;  // marks: the result's own mark, and where it ends when it is one
        GameResult result;
    };
    const Case cases[] = {
        {"1^-0^", GameResult::WhiteWins},
        {" 1^-0^ ", GameResult::WhiteWins},
        {"0^-1^\n", GameResult::BlackWins},
        {"1^/2-1/2^ ", GameResult::Draw},
        {"1^/2^", GameResult::Draw},
        {"1^/2^-1", GameResult::Draw},
        {"^*^", GameResult::Unknown},
        {"e4^*^", GameResult::Unknown},
        {"{x}1^-0^{y}", GameResult::WhiteWins},
        {"1^-00", GameResult::Unknown},
        {"0^-0", GameResult::Unknown},
        {"1^-1", GameResult::Unknown},
        {"0^-1-0", GameResult::Unknown},
        {"11^-0", GameResult::Unknown},
        {"d1^-0", GameResult::Unknown},
        {"1^-0a", GameResult::Unknown},
        {"1^-", GameResult::Unknown},
        {"^-0", GameResult::Unknown},
        {"^/2", GameResult::Unknown},
        {"2^/2", GameResult::Unknown},
        {"1^/3", GameResult::Unknown},
        {"1^=0", GameResult::Unknown},
    };
    for (const Case& c : cases) {
        const Marked text(c.text);
        const ResultToken found = result_token(text.at(0), text.begin(), text.end());
        EXPECT_EQ(text.offset(found.after), text.mark(1)) << c.text;
        EXPECT_EQ(found.result, c.result) << c.text;
    }
}

TEST(PgnLexical, ADashMayBelongToCastlingOrToANullMove) {
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"0^-0", "0-0"},  {"0^-0-0", "0-0-0"}, {"0^-0+", "0-0"}, {"0^-0-", "0-0"}, {"^--", "--"},
        {"^-- e4", "--"}, {"^-", ""},          {"0^-1", ""},     {"1^-0", ""},     {"^-0", ""},
    };
    for (const auto& [source, expected] : cases) {
        const Marked text(source);
        EXPECT_EQ(zero_castling_or_null_move(text.at(0), text.begin(), text.end()), expected)
            << source;
    }
}

TEST(PgnLexical, AWordTakesItsPromotionAndItsEnPassantMark) {
    // The first mark ends the word as scanned, the second what it is with the rest.
    for (const std::string_view source :
         {"e8^(Q)^ ", "e1^(n)^", "e8^/Q^ ", "dxe8^/R^", "e8^^ (Q)", "e8^^(K)", "e8^^(Q", "e7^^(Q)",
          "e^.p.^ ", "e^.p^ ", "e^.p^", "exf6e^.p.^", "Be^^.p.", "e4^^ ", "e8^^/", "e^^.x",
          "e^^."}) {
        const Marked text(source);
        const std::string_view word = extend_word(text.begin(), text.marks[0], text.end());
        EXPECT_EQ(word.data(), text.begin());
        EXPECT_EQ(word.size(), text.marks[1]) << source;
    }
}

TEST(PgnLexical, AResultGluedToAMoveIsTakenOff) {
    // The first mark ends the word as scanned, the second the move in it.
    struct Case {
        std::string_view text;
        size_t word, move;
    };
    const Case cases[] = {
        {"Qd61-0", 6, 3}, {"Qd60-1", 6, 3},  {"Qd61/2-1/2", 4, 3}, {"e41-0", 5, 2},
        {"O-O1-0", 6, 3}, {"e8=Q1-0", 7, 4}, {"e4", 2, 2},         {"O-O-O", 5, 5},
        {"1-0", 3, 3},    {"Ng1-f3", 6, 6},  {"Qd1/x", 3, 3},      {"Qd1", 3, 3},
    };
    for (const Case& c : cases) {
        EXPECT_EQ(without_result(c.text.substr(0, c.word), end_of(c.text)).size(), c.move)
            << c.text;
    }
}

TEST(PgnLexical, EnPassantMarksAreNoMoves) {
    for (const char* word : {"ep", "e.p.", "e.p"}) EXPECT_TRUE(is_en_passant_mark(word)) << word;
    for (const char* word : {"", "e", "e.", "epd", "e3"}) EXPECT_FALSE(is_en_passant_mark(word));
}

TEST(PgnLexical, TheNextGameStartsWithATagAfterAnEmptyLine) {
    // The mark is the answer; none: nothing is found.
    for (const std::string_view source : {
             "{ lost\n\n^[Event \"x\"]\n",
             "{ lost\r\n \t\r\n^[Event \"x\"]\r\n",
             "x\n\n\n\n^[E \"x\"]\n\n[F \"x\"]",
             "\n\n^[E \"x\"]",
             "x\n\n[%clk 1]\n\n^[E \"x\"]",
             "[A \"x\"]\n\n^[E \"x\"]",
             "x\n\n^[E \"x\"]",
             "x\n[E \"x\"]\n",
             "\n[E \"x\"]\n",
             "x\n\n [E \"x\"]\n",
             "x\n\n[E x]\n",
             "x\n\n[E",
             "x\n\n",
             "x",
             "",
         }) {
        const Marked text(source);
        EXPECT_EQ(text.offset(find_tag_after_empty_line(text.begin(), text.end())), text.mark(0))
            << source;
    }
}

TEST(PgnLexical, LookingForTheNextGameGoesOnAtTheLastEmptyLine) {
    for (const std::string_view source : {
             "x\n^\n\n",
             "x\n \r^\n\t\n[Eve",
             "x\ny^\n\n[Eve",
             "x\n\ny^\nz",
             "x\n\ny^",
             "x^\n",
             "x^\n  ",
             "no newline^",
             "^",
             "\n^\n\n",
         }) {
        const Marked text(source);
        const char* expected = text.marks.empty() ? text.end() : text.at(0);
        if (source == "x\n\ny^") expected = text.begin() + 1;  // the y may yet become anything
        EXPECT_EQ(text.offset(last_empty_line(text.begin(), text.end())), text.offset(expected))
            << source;
    }
}

TEST(PgnLexical, ATextIsCutBeforeATagThatFollowsNoTag) {
    // The marks are all places where this may be cut.
    for (const std::string_view source : {
             "[A \"x\"]\n\ne4\n\n^[A \"y\"]\n[B \"y\"]\n\ne4\n^[A \"z\"]\n",
             "[A \"x\"]\n[B \"x\"]\n[C \"x\"]\n",
             "e4\n[%clk 1]\n[A \"x\"]\n",
             "e4 [A \"x\"]\n\n^[B \"x\"]",
             "e4\n [A \"x\"]\n",
             "\n^[A \"x\"]\n",
             "[A \"x\"]",
             "e4\n[A",
             "e4\r\n\r\n^[A \"x\"]\r\n",
             "",
             "\n",
         }) {
        const Marked text(source);
        std::vector<size_t> found;
        const char* from = text.begin();
        while (const char* cut = find_cut(text.begin(), from, text.end())) {
            found.push_back(*text.offset(cut));
            from = cut + 1;
        }
        EXPECT_EQ(found, text.marks) << source;
        const auto last = text.marks.empty() ? std::nullopt : text.mark(text.marks.size() - 1);
        EXPECT_EQ(text.offset(find_last_cut(text.begin(), text.end())), last) << source;
    }
}

TEST(PgnLexical, ACutMayStandWhereTheSearchBegins) {
    const Marked text("e4\n\n^[A \"x\"]\n");
    EXPECT_EQ(find_cut(text.begin(), text.at(0), text.end()), text.at(0));
    EXPECT_EQ(find_cut(text.begin(), text.at(0) + 1, text.end()), nullptr);
}

}  // namespace
}  // namespace edge::pgn
