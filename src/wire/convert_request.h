// What is to be converted and how, as a surface that speaks JSON asks for it.
#pragma once

#include <string_view>

#include "edge/result.h"
#include "ingest/convert.h"

namespace edge::wire {

// {"inputs": [PATH, ...] or "PATH", "out": PATH, "from": KIND, "to": KIND, "deleted", "force",
// "bad_games": "keep" or "fail", "drop_site", "score": "auto", "eval", "engine" or "zero",
// "score_pov": "white" or "mover", "min_games", "max_ply"}, and which games: "query", "query_json"
// or "scoutfish"; all but the first two may be missing. Paths are passed on as they are.
// InvalidArgument names the place as a JSON pointer.
Result<ingest::ConvertOptions> parse_convert_request(std::string_view json);

}  // namespace edge::wire
