// Recursive descent over the grammar of docs/query_language.md: this file has everything above
// plain conditions and header tests.
#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

#include "query/lang/did_you_mean.h"
#include "query/lang/sequence_steps.h"
#include "query/lang/text.h"
#include "query/lang/text_parts.h"
#include "query/lang/text_words.h"

namespace edge::query {

namespace {

constexpr size_t kMaxTextBytes = 1'000'000;

constexpr std::array<std::string_view, 12> kLeafWords = {"not",    "all",    "bitmap", "ever",
                                                         "always", "never",  "streak", "at",
                                                         "became", "ceased", "seq",    "run"};

class Parser {
public:
    explicit Parser(std::string_view text) : lexer_(text) {}

    Result<Expr> whole() {
        Expr query = EDGE_TRY(combination(kBinaryOps.size()));
        if (lexer_.peek().kind != TokenKind::End) return unexpected_after_leaf();
        return query;
    }

private:
    // Leaves joined by the first `level` operators of kBinaryOps, the tightest.
    Result<Expr> combination(size_t level) {
        if (level == 0) return leaf();
        const BoolOp op = kBinaryOps[level - 1].value;
        const std::string_view word = kBinaryOps[level - 1].word;
        Expr first = EDGE_TRY(combination(level - 1));
        if (!lexer_.at_word(word)) return first;
        Combination all{op, {}};
        all.operands.push_back(std::move(first));
        while (lexer_.take_word(word)) all.operands.push_back(EDGE_TRY(combination(level - 1)));
        return Expr{std::move(all)};
    }

    Result<Expr> leaf() {
        const Nesting nesting(lexer_);
        EDGE_CHECK(nesting.check());
        if (lexer_.take_sign("(")) {
            Expr inner = EDGE_TRY(combination(kBinaryOps.size()));
            if (!lexer_.take_sign(")")) return unexpected_after_leaf();
            return inner;
        }
        if (lexer_.take_word("not")) {
            Combination negation{BoolOp::Not, {}};
            negation.operands.push_back(EDGE_TRY(leaf()));
            return Expr{std::move(negation)};
        }
        if (lexer_.take_word("all")) return Expr{All{}};
        if (lexer_.peek().kind == TokenKind::Name) return named_bitmap();
        if (lexer_.at_word("bitmap")) return bitmap();
        if (at_header(lexer_)) return parse_header(lexer_);
        if (lexer_.at_word("seq") || lexer_.at_word("run"))
            return Expr{Sequence{EDGE_TRY(steps())}};
        if (at_window()) return window();
        if (at_condition()) return bare_condition();
        return no_leaf();
    }

    // ---- stored bitmaps

    Result<Expr> named_bitmap() {
        const Token name = lexer_.take();
        if (name.text.size() == 1) {
            return lexer_.error_at(name.offset, "expected a bitmap's name after @, as in @wins");
        }
        return Expr{BitmapRef{std::string(name.text)}};
    }

    Result<Expr> bitmap() {
        lexer_.take();
        EDGE_CHECK(lexer_.expect_sign("(", "after bitmap"));
        std::string path = EDGE_TRY(lexer_.expect_string(R"(bitmap("wins.bm"))"));
        EDGE_CHECK(lexer_.expect_sign(")", "to end bitmap"));
        return Expr{BitmapRef{std::move(path)}};
    }

    // ---- conditions and windows

    bool at_condition() const {
        return lexer_.at_word("became") || lexer_.at_word("ceased") || at_plain_condition(lexer_);
    }

    Result<Expr> bare_condition() {
        Windowed windowed;
        windowed.condition = EDGE_TRY(condition());
        return Expr{std::move(windowed)};
    }

    Result<Condition> condition() {
        const bool became = lexer_.at_word("became");
        if (!became && !lexer_.at_word("ceased")) {
            if (at_window()) return lexer_.error("expected a condition here, not a window");
            return parse_plain_condition(lexer_);
        }
        const std::string word(lexer_.take().text);
        EDGE_CHECK(lexer_.expect_sign("(", "after " + word));
        Condition condition = EDGE_TRY(parse_plain_condition(lexer_));
        condition.transition = became ? Transition::Became : Transition::Ceased;
        EDGE_CHECK(lexer_.expect_sign(")", "to end " + word));
        return condition;
    }

    bool at_window() const {
        return lexer_.at_word("ever") || lexer_.at_word("always") || lexer_.at_word("never") ||
               lexer_.at_word("streak") || lexer_.at_word("at");
    }

    Result<Expr> window() {
        const std::string word(lexer_.take().text);
        EDGE_CHECK(lexer_.expect_sign("(", "after " + word));
        Windowed windowed;
        windowed.quantifier = Quantifier::Streak;
        if (word == "always") windowed.quantifier = Quantifier::Always;
        if (word == "never") windowed.quantifier = Quantifier::Never;
        if (word == "at") {
            const uint32_t ply = EDGE_TRY(lexer_.expect_number("a ply such as 12"));
            windowed.range = PlyRange{ply, ply};
            EDGE_CHECK(lexer_.expect_sign(",", "after the ply"));
        } else {
            if (word == "streak") windowed.streak = EDGE_TRY(streak_length());
            windowed.range = EDGE_TRY(optional_range());
        }
        windowed.condition = EDGE_TRY(condition());
        EDGE_CHECK(lexer_.expect_sign(")", "to end " + word));
        return Expr{std::move(windowed)};
    }

    Result<uint32_t> streak_length() {
        const size_t offset = lexer_.peek().offset;
        const uint32_t length = EDGE_TRY(lexer_.expect_number("a number of plies such as 5"));
        if (length == 0) return lexer_.error_at(offset, "a streak has at least 1 ply");
        EDGE_CHECK(lexer_.expect_sign(",", "after the length of the streak"));
        return length;
    }

    // 20..40, 20.. or ..40 and the comma after it, where there is one.
    Result<std::optional<PlyRange>> optional_range() {
        const bool is_range =
            lexer_.at_sign("..") || (lexer_.at_number() && lexer_.sign_after_next() == '.');
        if (!is_range) return std::nullopt;
        const size_t offset = lexer_.peek().offset;
        PlyRange range;
        const bool has_from = lexer_.at_number();
        if (has_from) range.from = EDGE_TRY(lexer_.expect_number("a ply"));
        EDGE_CHECK(lexer_.expect_sign("..", "in a range of plies"));
        if (!has_from || lexer_.at_number()) {
            range.until = EDGE_TRY(lexer_.expect_number("a ply after .."));
        }
        if (range.until && *range.until < range.from) {
            return lexer_.error_at(offset, "the range of plies runs backwards");
        }
        EDGE_CHECK(lexer_.expect_sign(",", "after the range of plies"));
        return range;
    }

    // ---- sequences

    Result<Runs> steps() {
        const Nesting nesting(lexer_);
        EDGE_CHECK(nesting.check());
        const std::string word(lexer_.take().text);
        const StepJoin join = word == "run" ? StepJoin::Next : StepJoin::Later;
        EDGE_CHECK(lexer_.expect_sign("(", "after " + word));
        Runs runs;
        do {
            append_step(runs, EDGE_TRY(step()), join);
        } while (lexer_.take_sign(","));
        EDGE_CHECK(lexer_.expect_sign(")", "to end " + word));
        return runs;
    }

    Result<Runs> step() {
        if (lexer_.at_word("seq") || lexer_.at_word("run")) return steps();
        if (at_window()) return lexer_.error("a step of a sequence has no window");
        Runs runs(1);
        runs.front().push_back(EDGE_TRY(condition()));
        return runs;
    }

    // ---- errors

    // The next word with its hyphens, which flags have but the language does not.
    std::string_view written_word() const {
        if (lexer_.peek().kind != TokenKind::Word) return {};
        const std::string_view rest = lexer_.rest();
        const size_t end = rest.find_first_not_of(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-");
        return rest.substr(0, end);
    }

    tl::unexpected<Error> no_leaf() const {
        std::vector<std::string_view> words(kLeafWords.begin(), kLeafWords.end());
        std::ranges::copy(header_words(), std::back_inserter(words));
        std::ranges::copy(atom_words(), std::back_inserter(words));
        return expected_word("a condition, a header test, @name or '('", words);
    }

    tl::unexpected<Error> unexpected_after_leaf() const {
        if (std::ranges::find(atom_words(), written_word()) != atom_words().end()) {
            return lexer_.error(
                "expected and, xor, or, sub, ')' or the end, found " + in_quotes(written_word()) +
                ": an answer about the whole game is joined to a condition with and");
        }
        std::vector<std::string_view> words(atom_words().begin(), atom_words().end());
        std::ranges::transform(kBinaryOps, std::back_inserter(words), &WordOf<BoolOp>::word);
        return expected_word("and, xor, or, sub, ')' or the end", words);
    }

    tl::unexpected<Error> expected_word(std::string_view what,
                                        std::span<const std::string_view> words) const {
        const std::string guess = did_you_mean(written_word(), words);
        if (guess.empty()) return lexer_.expected(what);
        return lexer_.error("expected " + std::string(what) + ", found " +
                            in_quotes(written_word()) + guess);
    }

    Lexer lexer_;
};

}  // namespace

Result<Expr> parse_text(std::string_view text) {
    if (text.size() > kMaxTextBytes) {
        return misread("the text of the query has " + std::to_string(text.size()) +
                       " bytes, more than 1000000");
    }
    return Parser(text).whole();
}

}  // namespace edge::query
