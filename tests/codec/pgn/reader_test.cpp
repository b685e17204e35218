#include "codec/pgn/reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

#include "codec/pgn/recording_visitor.h"

namespace edge::pgn {
namespace {

using test::read_whole;

// The log without places, on one line.
std::string events(std::string_view text) {
    std::string short_log;
    const std::string whole = read_whole(text);
    std::string_view log = whole;
    while (!log.empty()) {
        const size_t newline = log.find('\n');
        std::string_view line = log.substr(0, newline);
        log.remove_prefix(newline + 1);
        const bool has_place = !line.starts_with("tag") && !line.starts_with("odd tag") &&
                               !line.starts_with("move") && !line.starts_with("result");
        if (has_place) line = line.substr(0, line.rfind(' '));
        if (!short_log.empty()) short_log += ", ";
        short_log += line;
    }
    return short_log;
}

// The main line of a text of one game.
std::string moves(std::string_view movetext) {
    std::string words;
    std::string log = events("[Event \"x\"]\n\n" + std::string(movetext));
    for (size_t at = 0; at < log.size();) {
        const size_t end = std::min(log.find(", ", at), log.size());
        const std::string event = log.substr(at, end - at);
        at = end + 2;
        if (event == "game" || event == "end" || event == "tag Event=x") continue;
        if (!words.empty()) words += ' ';
        words += event.starts_with("move ") ? event.substr(5) : event;
    }
    return words;
}

TEST(PgnReader, ReportsAGameFromItsFirstTagToItsResult) {
    EXPECT_EQ(read_whole("\n[Event \"x\"]\n[White \"Anna\"]\n\n1. e4 e5 2. Nf3 1-0\n"),
              "game 1\n"
              "tag Event=x\n"
              "tag White=Anna\n"
              "move e4\n"
              "move e5\n"
              "move Nf3\n"
              "result 1-0\n"
              "end 48\n");
}

TEST(PgnReader, FindsNothingInTextThatIsNotPgn) {
    for (const std::string_view text :
         {"", "\n", " ", "hello world", "{", "}", "[", "]", "\"", "(", "1.", "12", "%", ";", "[x]",
          "<html>\n<body>\n", "1-0", "*"}) {
        EXPECT_EQ(read_whole(text), "") << text;
    }
}

TEST(PgnReader, ReadsGamesWithoutTags) {
    EXPECT_EQ(events("1. e4 e5 1-0\n\n1. d4 *"),
              "game, move e4, move e5, result 1-0, end, game, move d4, result *, end");
    EXPECT_EQ(read_whole("noise 12.\n e4"), "game 6\nmove e4\nend 13\n");
    EXPECT_EQ(read_whole("noise O-O"), "game 6\nmove O-O\nend 9\n");
}

TEST(PgnReader, ATagEndsAGameWithoutResult) {
    EXPECT_EQ(read_whole("[A \"x\"]\n\n1. e4\n\n[A \"y\"]\n\n1. d4\n"),
              "game 0\ntag A=x\nmove e4\nend 16\ngame 16\ntag A=y\nmove d4\nend 31\n");
}

TEST(PgnReader, NeedsNoBlankLines) {
    EXPECT_EQ(events("[A \"x\"]\n1. e4 1-0\n[A \"y\"]\n1. d4 0-1\n"),
              "game, tag A=x, move e4, result 1-0, end, game, tag A=y, move d4, result 0-1, end");
    EXPECT_EQ(events("[A \"x\"] [B \"y\"] e4 1-0 [A \"z\"] d4"),
              "game, tag A=x, tag B=y, move e4, result 1-0, end, game, tag A=z, move d4, end");
}

TEST(PgnReader, SeveralGamesMayStandOnALine) {
    EXPECT_EQ(events("e4 1-0 d4 0-1 c4 1/2-1/2 Nf3 * b4"),
              "game, move e4, result 1-0, end, game, move d4, result 0-1, end, "
              "game, move c4, result 1/2-1/2, end, game, move Nf3, result *, end, "
              "game, move b4, end");
}

TEST(PgnReader, RepeatedTagNamesBeginAnotherGame) {
    // The first name repeated, at once.
    EXPECT_EQ(events("[A \"1\"]\n[B \"1\"]\n[A \"2\"]\n\ne4"),
              "game, tag A=1, tag B=1, end, game, tag A=2, move e4, end");
    // Any name repeated after an empty line or a comment.
    EXPECT_EQ(events("[A \"1\"]\n[B \"1\"]\n\n[B \"2\"]\n\ne4"),
              "game, tag A=1, tag B=1, end, game, tag B=2, move e4, end");
    EXPECT_EQ(events("[A \"1\"]\n[B \"1\"]\n{x}\n[B \"2\"]\n\ne4"),
              "game, tag A=1, tag B=1, end, game, tag B=2, move e4, end");
    // A name other than the first said twice in one section is a slip.
    EXPECT_EQ(events("[A \"1\"]\n[B \"1\"]\n[B \"2\"]\n\ne4"),
              "game, tag A=1, tag B=1, tag B=2, move e4, end");
    // An empty line inside a section is one, too.
    EXPECT_EQ(events("[A \"1\"]\n\n[B \"1\"]\n\ne4"), "game, tag A=1, tag B=1, move e4, end");
}

TEST(PgnReader, ForgivesTagsOfManyShapes) {
    EXPECT_EQ(events("[A \"in \"quotes\" here\"]\ne4"),
              "game, odd tag A=in \"quotes\" here, move e4, end");
    EXPECT_EQ(events("[A \"a \\\"b\\\" \\\\\"]\ne4"), "game, odd tag A=a \"b\" \\, move e4, end");
    EXPECT_EQ(events("[A \"C:\\\"]\ne4"), "game, odd tag A=C:\\, move e4, end");
    EXPECT_EQ(events("[ A  \"x\" ]\ne4"), "game, odd tag A=x, move e4, end");
    EXPECT_EQ(events("[A \"x\"\ne4"), "game, odd tag A=x, move e4, end");
    EXPECT_EQ(events("[A \"x]\ne4"), "game, odd tag A=x, move e4, end");
    EXPECT_EQ(events("[A \"x\ne4"), "game, odd tag A=x, move e4, end");
    EXPECT_EQ(events("[A \"x\"]\n[no tag]\n[B \"y\"]\ne4"), "game, tag A=x, tag B=y, move e4, end");
    EXPECT_EQ(events("[A \"\"]"), "game, tag A=, end");
    EXPECT_EQ(events("[A \"\xE9\"]"), "game, odd tag A=\xE9, end");
    const std::string long_value(1000, 'v');
    EXPECT_EQ(events("[A \"" + long_value + "\"]"), "game, tag A=" + long_value + ", end");
}

// A blank after the bracket changes only how a tag is found.
TEST(PgnReader, FindsUsualTagsAsItFindsAllOthers) {
    const std::vector<std::string> values = {"",
                                             "x",
                                             "Anna",
                                             "a \\\"b\\\"",
                                             "a \"b\" c",
                                             "C:\\",
                                             "\xE9",
                                             "a]b",
                                             "\t",
                                             "x\"]",
                                             "[A \"",
                                             std::string(49, 'v'),
                                             std::string(57, 'v'),
                                             std::string(90, 'v')};
    const std::vector<std::string> between = {"\n",      "\n", "\n",      "\r\n",    "\n\n",
                                              "",        " ",  "\n;[A\n", "\n% x\n", "\n[x]\n",
                                              "\n{x}\n", "\r", "\n\t"};
    const std::vector<std::string> names = {"A",
                                            "B",
                                            "White",
                                            "Black9",
                                            std::string(28, 'n'),
                                            std::string(29, 'n'),
                                            std::string(61, 'n'),
                                            "a_b"};
    std::mt19937 random(1);
    const auto one_of = [&](const std::vector<std::string>& all) -> const std::string& {
        return all[random() % all.size()];
    };
    for (int round = 0; round < 2000; ++round) {
        std::string usual;
        std::string others;
        for (int tag = 0; tag < 8; ++tag) {
            const std::string rest =
                one_of(names) + " \"" + one_of(values) + "\"]" + one_of(between);
            usual += "[" + rest;
            others += "[ " + rest;
        }
        const std::string movetext =
            "\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1-0\n";
        std::string expected = events(others + movetext);
        // Of a bracket inside a value.
        for (size_t at = 0; (at = expected.find("[ ", at)) != std::string::npos;) {
            expected.erase(at + 1, 1);
        }
        ASSERT_EQ(events(usual + movetext), expected) << usual;
    }
}

TEST(PgnReader, ReadsCarriageReturnsTabsAndAByteOrderMark) {
    EXPECT_EQ(events("\xEF\xBB\xBF[A \"x\"]\r\n\r\n1.\te4\r\ne5\t1-0\r\n"),
              "game, tag A=x, move e4, move e5, result 1-0, end");
}

TEST(PgnReader, MoveNumbersHaveAnyShape) {
    EXPECT_EQ(moves("1. e4 1... e5 2.Nf3 2...Nc6 3 Bb5 a6 4 . Ba4 4. ... Nf6 5.. O-O"),
              "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O");
}

TEST(PgnReader, AnnotationsAreNotMoves) {
    EXPECT_EQ(moves("e4! e5?! Nf3!! $1 $142 Nc6+ Bb5# a6+- N +/= Ba4 = \xE2\x88\x9E Nf6"),
              "e4 e5 Nf3 Nc6 Bb5 a6 odd N Ba4 Nf6");
}

TEST(PgnReader, CommentsAreSkipped) {
    EXPECT_EQ(moves("{a} e4 {b} {c}{d}e5{e}Nf3 {f"
                    "{g} Nc6 {\n\n[Event \"y\"]\n\n1. d4 1-0 ( ; } Bb5 } a6"),
              "e4 e5 Nf3 Nc6 Bb5 a6");
    EXPECT_EQ(moves("e4 {" + std::string(500, 'x') + "} e5"), "e4 e5");
}

TEST(PgnReader, CommentsOfALineEndWithIt) {
    EXPECT_EQ(moves("e4 ; { ( [A \"x\"] 1-0\ne5 Nf3;x\nNc6 ; last"), "e4 e5 Nf3 Nc6");
    EXPECT_EQ(events("; e4 e5\n[A \"x\"]\n; [B \"y\"]\ne4"), "game, tag A=x, move e4, end");
}

TEST(PgnReader, LinesThatStartWithAPercentSignAreSkipped) {
    EXPECT_EQ(moves("e4\n% { d4 1-0\ne5 % Nf3"), "e4 e5 Nf3");
    EXPECT_EQ(events("% e4\n[A \"x\"]\n%[B \"y\"]\n\n%\ne4"), "game, tag A=x, move e4, end");
    EXPECT_EQ(events("% e4"), "");
    EXPECT_EQ(events("x % e4"), "game, move e4, end");
}

TEST(PgnReader, VariationsAreSkipped) {
    EXPECT_EQ(moves("e4 (d4 d5 (d6 {)} (x) -- Z0) ; ) \n Nf6) e5 () (*)(1-0) Nf3"), "e4 e5 Nf3");
    EXPECT_EQ(moves("e4 ) e5 ) Nf3"), "e4 e5 Nf3");
    EXPECT_EQ(moves(std::string(5000, '(') + "e4" + std::string(5000, ')') + " e5"), "e5");
}

TEST(PgnReader, ATagEndsAnUnclosedVariation) {
    EXPECT_EQ(events("e4 (d4 d5\n\n[A \"x\"]\n\ne5 1-0"),
              "game, move e4, unclosed variation, game, tag A=x, move e5, result 1-0, end");
    EXPECT_EQ(events("e4 (d4 [%clk 1] d5"), "game, move e4, unclosed variation");
}

TEST(PgnReader, BracketsInMovetextThatAreNotTagsAreSkipped) {
    EXPECT_EQ(moves("e4 [%clk 0:01 d4] e5 [ Nf3\nNc6"), "e4 e5 Nf3 Nc6");
}

TEST(PgnReader, KnowsResultsOfAllKinds) {
    EXPECT_EQ(moves("e4 1-0"), "e4 result 1-0");
    EXPECT_EQ(moves("e4 0-1"), "e4 result 0-1");
    EXPECT_EQ(moves("e4 1/2-1/2"), "e4 result 1/2-1/2");
    EXPECT_EQ(moves("e4 1/2"), "e4 result 1/2-1/2");
    EXPECT_EQ(moves("e4 *"), "e4 result *");
    EXPECT_EQ(moves("e4*"), "e4 result *");
    EXPECT_EQ(moves("{x}1-0"), "result 1-0");
    EXPECT_EQ(moves("e4 11-0 1-00 1-1 2/2 1-0-0 e5"), "e4 e5");
}

TEST(PgnReader, AResultMayBeGluedToAMove) {
    EXPECT_EQ(moves("e4 Qd61-0"), "e4 odd Qd6 result 1-0");
    EXPECT_EQ(moves("e4 Qd60-1"), "e4 odd Qd6 result 0-1");
    EXPECT_EQ(moves("e4 Qd61/2-1/2"), "e4 odd Qd6 result 1/2-1/2");
}

TEST(PgnReader, ReadsCastlingWithZerosAndNullMoves) {
    EXPECT_EQ(moves("0-0 0-0-0+ O-O O-O-O -- e4"), "odd 0-0 odd 0-0-0 O-O O-O-O odd -- e4");
    EXPECT_EQ(moves("1.0-0 0-0 1-0"), "odd 0-0 odd 0-0 result 1-0");
    EXPECT_EQ(read_whole("[A \"x\"] e4 0-0"), "game 0\ntag A=x\nmove e4\nodd 0-0 11\nend 14\n");
    EXPECT_EQ(moves("Z0 e4"), "odd Z0 e4");
}

TEST(PgnReader, ReadsLooseSan) {
    EXPECT_EQ(moves("Pe4 e2-e4 e8Q e8=Q e8(Q) e8/Q Ng1-f3"),
              "odd Pe4 odd e2-e4 odd e8Q e8=Q odd e8(Q) odd e8/Q odd Ng1-f3");
    EXPECT_EQ(moves("exd6 e.p. exd6 ep exd6 e.p Nf3"), "exd6 exd6 exd6 Nf3");
    EXPECT_EQ(moves("exf6e.p. Nf3"), "odd exf6e.p. Nf3");
    EXPECT_EQ(moves("hxg6e.p.+ Nf3 hxg6e.p Nf3 hxg6ep# Nf3 hxg6+e.p. Nf3"),
              "odd hxg6e.p. Nf3 odd hxg6e.p Nf3 odd hxg6ep Nf3 hxg6 Nf3");
}

TEST(PgnReader, WordsAreFoundWhereverTheyStand) {
    for (size_t blanks = 0; blanks < 200; ++blanks) {
        EXPECT_EQ(moves(std::string(blanks, ' ') + "Nbxd7+ 12.e8=Q {" + std::string(blanks, ' ') +
                        "} 0-0-0 (x) exf6e.p. 1/2-1/2"),
                  "Nbxd7 e8=Q odd 0-0-0 odd exf6e.p. result 1/2-1/2")
            << blanks;
        EXPECT_EQ(moves("e4 " + std::string(blanks, ' ') + "exd6 e.p. Nf3"), "e4 exd6 Nf3")
            << blanks;
    }
}

TEST(PgnReader, LongWordsAreNotMoves) {
    for (const size_t length : {8U, 63U, 64U, 65U, 127U, 128U, 129U, 1000U}) {
        const std::string log = moves(std::string(length, 'x') + " e4 1-0");
        EXPECT_TRUE(log.starts_with("odd xxxxxxxx")) << length;
        EXPECT_TRUE(log.ends_with(" e4 result 1-0")) << length;
    }
}

TEST(PgnReader, NothingMoreIsReportedOnceTheVisitorHasEnough) {
    EXPECT_EQ(moves("e4 stop e5 0-0 -- Pe4 1-0"), "e4 odd stop result 1-0");
}

TEST(PgnReader, AnUnclosedCommentEndsItsGame) {
    EXPECT_EQ(read_whole("[A \"x\"]\n\ne4 {no end\n\n1. d4\n"),
              "game 0\ntag A=x\nmove e4\nunclosed comment 12\n");
    EXPECT_EQ(events("[A \"x\"]\n{"), "game, tag A=x, unclosed comment");
    EXPECT_EQ(events("e4 (d4 {x) e5"), "game, move e4, unclosed comment");
    EXPECT_EQ(events("{ [A \"x\"]"), "");
}

TEST(PgnReader, ReadingGoesOnAtATagAfterAnEmptyLine) {
    const std::string good = "\r\n \r\n[B \"y\"]\r\n\r\nd4 1-0";
    const std::string expected =
        "game, move e4, unclosed comment, game, tag B=y, move d4, result 1-0, end";
    EXPECT_EQ(events("e4 {no end" + good), expected);
    EXPECT_EQ(events("e4 {no end\n[A \"x\"]\nc4 1-0" + good), expected);
    EXPECT_EQ(events("{no end" + good), "game, tag B=y, move d4, result 1-0, end");
}

TEST(PgnReader, ACommentEndsWithinAMebibyte) {
    const auto with_comment = [](size_t bytes) {
        return "e4 {" + std::string(bytes - 2, 'x') + "} e5\n\n[A \"x\"]\n\nd4";
    };
    EXPECT_EQ(events(with_comment(kMaxCommentBytes)),
              "game, move e4, move e5, end, game, tag A=x, move d4, end");
    EXPECT_EQ(events(with_comment(kMaxCommentBytes + 1)),
              "game, move e4, unclosed comment, game, tag A=x, move d4, end");
}

TEST(PgnReader, AGameEndsWithin64Mebibytes) {
    std::string text = "e4 ";
    const std::string comment = "{" + std::string(kMaxCommentBytes - 2, '\n') + "}";
    for (size_t i = 0; i < 65; ++i) text += comment;
    text += "e5 1-0\n[A \"x\"]\n\nc4\n\n[A \"y\"]\n\nd4 1-0";
    const std::string log = events(text);
    EXPECT_EQ(log, "game, move e4, too long, game, tag A=y, move d4, result 1-0, end");
}

TEST(PgnReader, TagsEndWithin64Mebibytes) {
    const std::string tag = "[B \"" + std::string(54, 'v') + "\"]\n";
    std::string text = "[A \"x\"]\n";
    size_t tags = 0;  // that begin within the limit
    while (text.size() < kMaxGameBytes + 1000) {
        tags += text.size() + tag.size() - 1 <= kMaxGameBytes ? 1 : 0;
        text += tag;
    }
    const std::string log = read_whole(text + "\n[A \"y\"]\n\nd4 1-0");
    const size_t end = std::strlen("[A \"x\"]\n") + (tags + 1) * tag.size() - 1;
    EXPECT_EQ(std::ranges::count(log, '\n'), static_cast<ptrdiff_t>(tags + 9));
    EXPECT_NE(log.find("too long " + std::to_string(end) + "\n"), std::string::npos);
}

// Whatever it is that does not end; the same where the text is cut.
TEST(PgnReader, NothingInAGameReachesBeyond64Mebibytes) {
    const std::string filler(kMaxGameBytes + 1000, ' ');
    const std::string next = "\n\n[A \"y\"]\n\nd4 1-0";
    for (const std::string_view begin : {
             "e4 (e5 ",
             "e4 (e5 ; ",
             "e4 ; ",
             "e4 [ x ",
             "e4 [ x",
             "e4\n% ",
             "[A \"x\"]\n",
             "[A \"x\"]\n; ",
             "[A \"x\"]\n[ x ",
             "[A \"x\"]\n[B",
             "[A \"",
             "[A \"x\"]\n[A \"",
         }) {
        const std::string text = std::string(begin) + filler + next;
        const std::string whole = read_whole(text);
        EXPECT_NE(whole.find("too long "), std::string::npos) << begin;
        EXPECT_NE(whole.find("tag A=y\nmove d4\nresult 1-0\nend "), std::string::npos) << begin;
        for (const size_t cut : {filler.size() / 2, kMaxGameBytes + 1, filler.size()}) {
            EXPECT_TRUE(test::read_cut(text, {{cut, TextEnd::Anywhere}}, false) == whole)
                << begin << " cut at " << cut;
        }
    }
}

TEST(PgnReader, AGameThatIsTooLongEndsAtATagAsWell) {
    std::string text = "e4 (d4 ";
    text.append(kMaxGameBytes - 100, ' ');
    while (text.size() < kMaxGameBytes + 1000) text += "{comment} ";
    const size_t cut = text.size() + 1;
    text += "\n[A \"x\"]\n\nc4\n\n[A \"y\"]\n\nd4 1-0";
    const std::string whole = read_whole(text);
    EXPECT_NE(whole.find("too long "), std::string::npos);
    EXPECT_TRUE(test::read_cut(text, {{cut, TextEnd::BeforeTag}}, false) == whole);
}

// A search to the end of the line or the comment for every few bytes of these takes minutes to
// hours, more than the build allows a test.
TEST(PgnReader, MarksThatNothingClosesAreReadOnce) {
    const std::string last = "\n\n[B \"y\"]\n";
    for (const std::string_view piece : {
             "e4[",
             "e4 [a ",
             "e4[]",
             "0-0*",
             "0-01/2",
             "[A \"x\"]\n{\n\n",
             "e4 {\n\n[A \"x\"]\n",
             "e4 (\n[A \"x\"]\n",
         }) {
        std::string text;
        while (text.size() < size_t{8} << 20) text += piece;
        text += last;
        const std::string end = "tag B=y\nend " + std::to_string(text.size()) + "\n";
        EXPECT_TRUE(read_whole(text).ends_with(end)) << piece;
    }
    // Many names of tags, then many games with some.
    std::string tags = "[A \"x\"]\n\n";
    for (int i = 0; tags.size() < size_t{4} << 20; ++i) {
        tags += "[T" + std::to_string(i) + " \"\"]\n";
    }
    std::string some = "[A \"x\"]\n\n";
    for (int i = 0; i < 40; ++i) some += "[T" + std::to_string(i) + " \"\"]\n";
    while (tags.size() < size_t{8} << 20) tags += some;
    EXPECT_TRUE(read_whole(tags).ends_with("tag T39=\nend " + std::to_string(tags.size()) + "\n"));
}

}  // namespace
}  // namespace edge::pgn
