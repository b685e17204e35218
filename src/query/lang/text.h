// The text language of queries: docs/query_language.md has the grammar.
#pragma once

#include <string>
#include <string_view>

#include "edge/result.h"
#include "query/expr.h"

namespace edge::query {

// InvalidArgument gives the column (counted in characters from 1; the error's place has it too),
// what was found there and what was expected, and marks the column below the text. The result is
// not normalised.
Result<Expr> parse_text(std::string_view text);

// Text that parse_text reads back as the same Expr; of a normalised query, the canonical text.
std::string to_text(const Expr& query);
// The same for a condition alone, as it stands inside a window or a sequence.
std::string to_text(const Condition& condition);

}  // namespace edge::query
