// The text language of queries: docs/query_language.md has the grammar.
#pragma once

#include <string>
#include <string_view>

#include "edge/result.h"
#include "query/expr.h"

namespace edge::query {

// InvalidArgument says the column (counted in characters from 1; its place has it too), what was
// found there and what was expected, and shows the place under the text. Not normalised.
Result<Expr> parse_text(std::string_view text);

// Text that parse_text reads back as the same Expr. Of a normalised query it is the canonical text.
std::string to_text(const Expr& query);

}  // namespace edge::query
