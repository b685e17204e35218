// The text of a query as tokens, one ahead of the parser, with the place of each for errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "edge/result.h"

namespace edge::query {

// A word is letters, digits and '_', with single dots inside (white.elo), so a number is a word
// too. A name is @ and a bitmap's name. A string keeps its quotes. Everything else is a sign, one
// character except for "..".
enum class TokenKind : uint8_t { End, Word, Name, String, Sign };

struct Token {
    TokenKind kind = TokenKind::End;
    std::string_view text;
    size_t offset = 0;
};

// The text must outlive it.
class Lexer {
public:
    explicit Lexer(std::string_view text);

    const Token& peek() const { return next_; }
    bool at_word(std::string_view word) const;
    bool at_sign(std::string_view sign) const;
    bool at_number() const;
    // The sign right after the next token, not counting spaces; '\0' when there is none.
    char sign_after_next() const;

    Token take();
    bool take_word(std::string_view word);
    bool take_sign(std::string_view sign);
    // Takes a sign that must be there; `where` ends the error's sentence: "after streak".
    Status expect_sign(std::string_view sign, std::string_view where);
    // The value of a string. `example` shows how it is written.
    Result<std::string> expect_string(std::string_view example);
    Result<uint32_t> expect_number(std::string_view what);

    // The raw text from the next token on, for notations that are not made of tokens.
    std::string_view rest() const { return text_.substr(next_.offset); }
    void skip(size_t bytes);

    // Errors show the text with a caret under the place.
    tl::unexpected<Error> error(const std::string& message) const;  // at the next token
    tl::unexpected<Error> error_at(size_t offset, const std::string& message) const;
    // "expected WHAT, found ...", with a hint where the mistake is a common one.
    tl::unexpected<Error> expected(std::string_view what) const;
    std::string found() const;

private:
    friend class Nesting;
    void read_token(size_t from);
    std::string hint() const;

    std::string_view text_;
    Token next_;
    unsigned depth_ = 0;
};

// One level of parentheses while it lives, so that no text makes the parser run out of stack.
class Nesting {
public:
    explicit Nesting(Lexer& lexer) : lexer_(lexer) { ++lexer_.depth_; }
    ~Nesting() { --lexer_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    Status check() const;

private:
    Lexer& lexer_;
};

}  // namespace edge::query
