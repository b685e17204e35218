// Queries as scoutfish takes them, translated into the query that they mean here. The rules keep
// scoutfish's meaning: a move is its mover, target and a piece's disambiguation; colours are fixed;
// unknown keys and misspelt values of stm, result and result-type are ignored.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "edge/result.h"
#include "query/expr.h"

namespace edge::wire {

struct ScoutfishQuery {
    query::Expr expr;
    std::optional<uint64_t> skip, limit;
};

// InvalidArgument names the place as a JSON pointer. A query without rules matches no game; next to
// a sequence or a streak, only skip and limit are read.
Result<ScoutfishQuery> parse_scoutfish(std::string_view json);

}  // namespace edge::wire
