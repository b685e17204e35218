// The parts of the text language's parser, each in its own file. All take the lexer at the first
// token of what they read and leave it after the last.
#pragma once

#include <span>
#include <string_view>

#include "edge/result.h"
#include "query/expr.h"
#include "query/lang/text_lexer.h"

namespace edge::query {

// The words that they begin with, for guesses at what a misspelt word means.
std::span<const std::string_view> header_words();
std::span<const std::string_view> atom_words();

// result = W,D. A range of values becomes an And.
bool at_header(const Lexer& lexer);
Result<Expr> parse_header(Lexer& lexer);

// white: passed_pawn(d) Q=q=0
bool at_plain_condition(const Lexer& lexer);
Result<Condition> parse_plain_condition(Lexer& lexer);

}  // namespace edge::query
