// Queries as JSON, the form that programs write: the same tree as query/expr.h, node by node.
// docs/query_language.md describes it, docs/schema/query.schema.json defines it.
#pragma once

#include <string>
#include <string_view>

#include "edge/result.h"
#include "query/expr.h"

namespace edge::wire {

// InvalidArgument names the place as a JSON pointer (/or/0/and/1/streak), what was found there and
// what was expected. Not normalised.
Result<query::Expr> parse_query_json(std::string_view json);

// One line that parse_query_json reads back as the same Expr.
std::string query_json(const query::Expr& query);

}  // namespace edge::wire
