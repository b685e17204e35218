// Header tests in the text language: FIELD relation value, tag("NAME") relation value.
#include <algorithm>
#include <array>
#include <optional>

#include "core/ascii.h"
#include "query/lang/notation.h"
#include "query/lang/notation_counts.h"
#include "query/lang/text_parts.h"
#include "query/lang/text_words.h"

namespace edge::query {

namespace {

constexpr std::array<std::string_view, 18> kHeaderWords = {
    "result",      "eco",      "year",  "date",    "elo",    "white.elo",
    "black.elo",   "elo.diff", "tc",    "tc.base", "tc.inc", "speed",
    "termination", "plies",    "white", "black",   "player", "tag"};

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_value(char c) {
    return is_digit(c) || is_capital(c) || (c >= 'a' && c <= 'z') ||
           std::string_view("_./*-?").find(c) != std::string_view::npos;
}

size_t past_spaces(std::string_view text, size_t at) {
    while (at < text.size() && is_space(text[at])) ++at;
    return at;
}
size_t past_value(std::string_view text, size_t at) {
    while (at < text.size() && is_value(text[at])) ++at;
    return at;
}

// The length of a value that the text begins with: W, 1/2-1/2, B20..B99. Spaces are allowed around
// the dots of a range; a small letter after an open one begins the next word, such as "and".
size_t value_length(std::string_view text) {
    size_t end = past_value(text, 0);
    const size_t dots = past_spaces(text, end);
    if (text.substr(dots).starts_with("..")) end = past_value(text, dots);
    if (!text.substr(0, end).ends_with("..")) return end;
    const size_t bound = past_spaces(text, end);
    const bool has_bound = bound < text.size() &&
                           (is_digit(text[bound]) || is_capital(text[bound]) || text[bound] == '-');
    return has_bound ? past_value(text, bound) : end;
}

struct Value {
    std::string_view text;
    size_t offset = 0;
};

class HeaderParser {
public:
    explicit HeaderParser(Lexer& lexer) : lexer_(lexer), field_(lexer.take().text) {}

    Result<Expr> parse() {
        if (field_ == "tag") return tag();
        if (field_ == "white") return name(Player::White);
        if (field_ == "black") return name(Player::Black);
        if (field_ == "player") return name(Player::Any);
        EDGE_CHECK(take_relation());
        if (field_ == "date") return date();
        if (field_ == "eco") return eco();
        if (field_ == "result") return choice(parse_results, &ResultTest::results);
        if (field_ == "tc") return choice(parse_time_classes, &TimeClassTest::classes);
        if (field_ == "speed") return choice(parse_speeds, &SpeedTest::speeds);
        if (field_ == "termination") {
            return choice(parse_terminations, &TerminationTest::terminations);
        }
        return number(*value_of(kNumberFields, field_));
    }

private:
    Status take_relation() {
        relation_offset_ = lexer_.peek().offset;
        const auto relation = read_relation(lexer_.rest());
        if (!relation) return lexer_.error(relation.error());
        if (!*relation) return lexer_.expected("one of = != < <= > >= after " + field_);
        lexer_.skip((*relation)->length);
        relation_ = (*relation)->relation;
        return {};
    }

    Result<Value> take_value() {
        const std::string_view rest = lexer_.rest();
        const Value value{rest.substr(0, value_length(rest)), lexer_.peek().offset};
        if (value.text.empty()) return lexer_.expected("a value of " + field_);
        lexer_.skip(value.text.size());
        return value;
    }

    // The error of a notation, placed at the value.
    tl::unexpected<Error> misread_value(const Value& value, const Error& error) const {
        return lexer_.error_at(value.offset, error.message);
    }

    Status check_equality() const {
        if (relation_ == Relation::Equal || relation_ == Relation::NotEqual) return {};
        return lexer_.error_at(relation_offset_,
                               "expected = or != after " + field_ + "; its values have no order");
    }

    // One of a few named values, kept as bits.
    template <class Test>
    Result<Expr> choice(Result<Test> (*read)(std::string_view), uint8_t Test::* bits) {
        EDGE_CHECK(check_equality());
        Test test;
        do {
            const Value value = EDGE_TRY(take_value());
            const auto alternative = read(value.text);
            if (!alternative) return misread_value(value, alternative.error());
            test.*bits = static_cast<uint8_t>(test.*bits | (*alternative).*bits);
        } while (lexer_.take_sign(","));
        if (relation_ == Relation::NotEqual) test = complement(test);
        if (test.*bits == 0) {
            return lexer_.error_at(relation_offset_, "this leaves no value of " + field_);
        }
        return Expr{HeaderTest{test}};
    }

    Result<Expr> eco() {
        EDGE_CHECK(check_equality());
        EcoTest test;
        test.negated = relation_ == Relation::NotEqual;
        do {
            const Value value = EDGE_TRY(take_value());
            const auto codes = parse_eco(value.text);
            if (!codes) return misread_value(value, codes.error());
            test.ranges.push_back(codes->ranges.front());
        } while (lexer_.take_sign(","));
        return Expr{HeaderTest{std::move(test)}};
    }

    Result<Expr> number(NumberField field) {
        const Value value = EDGE_TRY(take_value());
        const bool may_be_negative = field == NumberField::EloDiff || value.text.front() == '-';
        const auto range = parse_range(value.text, may_be_negative);
        if (!range) return misread_value(value, range.error());
        const bool is_range = value.text.find("..") != std::string_view::npos ||
                              value.text.find('-', 1) != std::string_view::npos;
        if (!is_range) {
            EDGE_CHECK(check_single());
            return Expr{HeaderTest{NumberTest{field, relation_, *range->from}}};
        }
        std::optional<HeaderTest> from;
        std::optional<HeaderTest> until;
        if (range->from) from = NumberTest{field, Relation::GreaterEqual, *range->from};
        if (range->until) until = NumberTest{field, Relation::LessEqual, *range->until};
        return between(from, until);
    }

    Result<Expr> date() {
        const Value value = EDGE_TRY(take_value());
        const size_t dots = value.text.find("..");
        if (dots == std::string_view::npos) {
            EDGE_CHECK(check_single());
            const auto day = parse_date(value.text);
            if (!day) return misread_value(value, day.error());
            return Expr{HeaderTest{DateTest{relation_, *day}}};
        }
        const auto from = EDGE_TRY(date_bound(value, 0, dots, Relation::GreaterEqual));
        const auto until =
            EDGE_TRY(date_bound(value, dots + 2, value.text.size(), Relation::LessEqual));
        if (!from && !until)
            return lexer_.error_at(value.offset, "expected a date before or after ..");
        return between(from, until);
    }

    // One half of a range of dates; nothing where it is open.
    Result<std::optional<HeaderTest>> date_bound(const Value& value, size_t begin, size_t end,
                                                 Relation relation) const {
        begin = past_spaces(value.text, begin);
        while (end > begin && is_space(value.text[end - 1])) --end;
        if (begin >= end) return std::nullopt;
        const auto day = parse_date(value.text.substr(begin, end - begin));
        if (!day) return lexer_.error_at(value.offset + begin, day.error().message);
        return DateTest{relation, *day};
    }

    // FIELD = A..B. Its And is printed in parentheses, so it counts as a level of nesting.
    Result<Expr> between(const std::optional<HeaderTest>& from,
                         const std::optional<HeaderTest>& until) {
        if (relation_ != Relation::Equal) {
            return lexer_.error_at(relation_offset_, "a range can only follow =; write not " +
                                                         field_ + " = A..B for values outside it");
        }
        EDGE_CHECK(check_single());
        const Nesting nesting(lexer_);
        EDGE_CHECK(nesting.check());
        if (!from) return Expr{*until};
        if (!until) return Expr{*from};
        return Expr{Combination{BoolOp::And, {Expr{*from}, Expr{*until}}}};
    }

    Status check_single() const {
        if (!lexer_.at_sign(",")) return {};
        return lexer_.error(field_ + " takes one value or one range; write " + field_ + " = A or " +
                            field_ + " = B");
    }

    struct TextValue {
        TextMatch match;
        std::string text;
    };

    Result<TextValue> text_value(const std::string& example) {
        if (lexer_.take_sign("~")) {
            return TextValue{TextMatch::Contains, EDGE_TRY(lexer_.expect_string(example))};
        }
        EDGE_CHECK(take_text_relation(example));
        return TextValue{TextMatch::Exact, EDGE_TRY(lexer_.expect_string(example))};
    }

    Status take_text_relation(const std::string& example) {
        const auto relation = read_relation(lexer_.rest());
        if (!relation) return lexer_.error(relation.error());
        if (*relation && (*relation)->relation == Relation::NotEqual) {
            return lexer_.error("expected = or ~ after " + field_ + ", found '!='; write not " +
                                example);
        }
        if (!*relation || (*relation)->relation != Relation::Equal) {
            return lexer_.expected("= or ~ after " + field_);
        }
        lexer_.skip((*relation)->length);
        return {};
    }

    Result<Expr> name(Player player) {
        TextValue value = EDGE_TRY(text_value(field_ + " = \"Carlsen, Magnus\""));
        return Expr{HeaderTest{NameTest{player, value.match, std::move(value.text)}}};
    }

    Result<Expr> tag() {
        const std::string example = R"(tag("Event") = "Candidates")";
        EDGE_CHECK(lexer_.expect_sign("(", "after tag"));
        std::string tag_name = EDGE_TRY(lexer_.expect_string(example));
        EDGE_CHECK(lexer_.expect_sign(")", "after the name of the tag"));
        TextValue value = EDGE_TRY(text_value(example));
        return Expr{HeaderTest{TagTest{std::move(tag_name), value.match, std::move(value.text)}}};
    }

    Lexer& lexer_;
    std::string field_;
    Relation relation_ = Relation::Equal;
    size_t relation_offset_ = 0;
};

}  // namespace

std::span<const std::string_view> header_words() { return kHeaderWords; }

bool at_header(const Lexer& lexer) {
    const Token& next = lexer.peek();
    const bool is_field = next.kind == TokenKind::Word &&
                          std::ranges::find(kHeaderWords, next.text) != kHeaderWords.end();
    return is_field && lexer.sign_after_next() != ':';  // white: is a side
}

Result<Expr> parse_header(Lexer& lexer) { return HeaderParser(lexer).parse(); }

}  // namespace edge::query
