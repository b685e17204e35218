// The names of openings for the queries that ask for them.
#pragma once

#include <memory>

#include "chess/openings.h"
#include "edge/result.h"
#include "query/expr.h"

namespace edge::wire {

// Those of query::openings_path(), read once; null when nothing is there. When they are read first,
// files that cannot be used are an error, and stay one.
Result<std::shared_ptr<const Openings>> default_openings();

// Puts them into a query that needs some. Without any it is left as it is, and running it says what
// is missing.
Status name_openings(query::Expr& query);

}  // namespace edge::wire
