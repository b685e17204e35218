#include "query/lang/text_lexer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "core/ascii.h"
#include "query/lang/did_you_mean.h"

namespace edge::query {

namespace {

constexpr unsigned kMaxDepth = 200;
constexpr size_t kExcerptBefore = 60;  // characters shown before and after the place
constexpr size_t kExcerptAfter = 30;

bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }
bool is_name(char c) { return is_word(c) || c == '-'; }
bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

struct Mistake {
    std::string_view sign, hint;
};
constexpr std::array kMistakes = {
    Mistake{"&", "write and"},
    Mistake{"|", "write or"},
    Mistake{"!", "write not"},
    Mistake{"'", "strings are written in double quotes"},
    Mistake{"\u201C", "strings are written in straight quotes"},
    Mistake{"\u201D", "strings are written in straight quotes"},
    Mistake{"\u201E", "strings are written in straight quotes"},
};

size_t character_count(std::string_view text) {
    return static_cast<size_t>(
        std::ranges::count_if(text, [](char c) { return !is_continuation(c); }));
}

// Steps over `count` characters from `at`, backwards or forwards, within the text.
size_t step_back(std::string_view text, size_t at, size_t count) {
    for (; count > 0 && at > 0; --count) {
        do --at;
        while (at > 0 && is_continuation(text[at]));
    }
    return at;
}
size_t step_on(std::string_view text, size_t at, size_t count) {
    for (; count > 0 && at < text.size(); --count) {
        do ++at;
        while (at < text.size() && is_continuation(text[at]));
    }
    return at;
}

// The line of the text around the place, with a caret under it.
std::string picture(std::string_view line, size_t at) {
    const size_t begin = step_back(line, at, kExcerptBefore);
    const size_t end = step_on(line, at, kExcerptAfter);
    std::string shown = begin == 0 ? "" : "...";
    const size_t caret = shown.size() + character_count(line.substr(begin, at - begin));
    for (const char c : line.substr(begin, end - begin)) {
        const bool is_control = static_cast<unsigned char>(c) < ' ' || c == '\x7F';
        shown += is_control ? ' ' : c;
    }
    if (end != line.size()) shown += "...";
    return "  " + shown + "\n  " + std::string(caret, ' ') + "^";
}

}  // namespace

Lexer::Lexer(std::string_view text) : text_(text) { read_token(0); }

void Lexer::read_token(size_t from) {
    while (from < text_.size() && is_space(text_[from])) ++from;
    size_t end = from;
    TokenKind kind = TokenKind::Sign;
    if (from == text_.size()) {
        kind = TokenKind::End;
    } else if (is_word(text_[from])) {
        kind = TokenKind::Word;
        while (end < text_.size() &&
               (is_word(text_[end]) ||
                (text_[end] == '.' && end + 1 < text_.size() && is_letter(text_[end + 1])))) {
            ++end;
        }
    } else if (text_[from] == '@') {
        kind = TokenKind::Name;
        for (++end; end < text_.size() && is_name(text_[end]);) ++end;
    } else if (text_[from] == '"') {
        kind = TokenKind::String;
        for (++end; end < text_.size() && text_[end] != '"'; ++end) {
            if (text_[end] == '\\') ++end;
        }
        end = std::min(end + 1, text_.size());
    } else if (text_.substr(from).starts_with("..")) {
        end += 2;
    } else {
        end = step_on(text_, from, 1);
    }
    next_ = {kind, text_.substr(from, end - from), from};
}

bool Lexer::at_word(std::string_view word) const {
    return next_.kind == TokenKind::Word && next_.text == word;
}

bool Lexer::at_sign(std::string_view sign) const {
    return next_.kind == TokenKind::Sign && next_.text == sign;
}

bool Lexer::at_number() const {
    return next_.kind == TokenKind::Word && std::ranges::all_of(next_.text, is_digit);
}

char Lexer::sign_after_next() const {
    size_t at = next_.offset + next_.text.size();
    while (at < text_.size() && is_space(text_[at])) ++at;
    return at == text_.size() || is_word(text_[at]) ? '\0' : text_[at];
}

Token Lexer::take() {
    const Token taken = next_;
    read_token(taken.offset + taken.text.size());
    return taken;
}

bool Lexer::take_word(std::string_view word) {
    if (!at_word(word)) return false;
    take();
    return true;
}

bool Lexer::take_sign(std::string_view sign) {
    if (!at_sign(sign)) return false;
    take();
    return true;
}

Status Lexer::expect_sign(std::string_view sign, std::string_view where) {
    if (take_sign(sign)) return {};
    return expected(in_quotes(sign) + " " + std::string(where));
}

Result<std::string> Lexer::expect_string(std::string_view example) {
    if (next_.kind != TokenKind::String) {
        return expected("a text in double quotes, as in " + std::string(example));
    }
    std::string value;
    const std::string_view raw = next_.text;
    size_t i = 1;
    for (; i < raw.size() && raw[i] != '"'; ++i) {
        if (raw[i] == '\\') {
            const size_t escape = next_.offset + i;
            if (++i == raw.size()) break;
            if (raw[i] != '"' && raw[i] != '\\') {
                return error_at(escape,
                                "a backslash can only precede \" or \\; write \\\\ for "
                                "the backslash itself");
            }
        }
        value += raw[i];
    }
    if (i >= raw.size()) return error("this quote is not closed");
    take();
    return value;
}

Result<uint32_t> Lexer::expect_number(std::string_view what) {
    if (!at_number()) return expected(what);
    uint32_t value = 0;
    const char* const end = next_.text.data() + next_.text.size();
    if (std::from_chars(next_.text.data(), end, value).ec != std::errc()) {
        return error("the number " + in_quotes(next_.text) + " is too large");
    }
    take();
    return value;
}

void Lexer::skip(size_t bytes) { read_token(next_.offset + bytes); }

std::string Lexer::found() const {
    return next_.kind == TokenKind::End ? "the end" : in_quotes(next_.text);
}

std::string Lexer::hint() const {
    if (next_.kind != TokenKind::Sign) return "";
    const auto mistake = std::ranges::find(kMistakes, next_.text, &Mistake::sign);
    return mistake == kMistakes.end() ? "" : "; " + std::string(mistake->hint);
}

tl::unexpected<Error> Lexer::expected(std::string_view what) const {
    return error("expected " + std::string(what) + ", found " + found() + hint());
}

tl::unexpected<Error> Lexer::error(const std::string& message) const {
    return error_at(next_.offset, message);
}

tl::unexpected<Error> Lexer::error_at(size_t offset, const std::string& message) const {
    const std::string_view before = text_.substr(0, offset);
    const size_t newline = before.rfind('\n');
    const size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
    const std::string_view line = text_.substr(begin, text_.find('\n', begin) - begin);
    const Place place{
        .line = static_cast<uint32_t>(std::ranges::count(before, '\n') + 1),
        .column = static_cast<uint32_t>(character_count(before.substr(begin)) + 1),
    };
    std::string where = "column " + std::to_string(place.column);
    if (place.line > 1) where = "line " + std::to_string(place.line) + ", " + where;
    return fail(ErrorCode::InvalidArgument,
                where + ": " + message + "\n" + picture(line, offset - begin), place);
}

Status Nesting::check() const {
    if (lexer_.depth_ <= kMaxDepth) return {};
    return lexer_.error("the query is nested more than 200 levels deep");
}

}  // namespace edge::query
