// A plan in words, for `edge query --explain`.
#pragma once

#include <string>

#include "query/plan/program.h"

namespace edge::query {

// `text` is the canonical text of the query.
std::string explain(const Program& program, const std::string& text);

}  // namespace edge::query
