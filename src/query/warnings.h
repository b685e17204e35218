// What may have been meant otherwise by a query as it was written, before its defaults are filled
// in.
#pragma once

#include <string>
#include <vector>

#include "query/expr.h"

namespace edge::query {

// A sentence each, for people. `asked` is not normalised.
std::vector<std::string> warnings_about(const Expr& asked);

}  // namespace edge::query
