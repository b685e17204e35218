// The JSON of answers to queries. Each is one object that begins with the same fields, so that a
// program sees what was asked, and about which corpus: {"games_matched", "games_scanned", "query",
// "corpus", "files": [...] when some were written, "warnings": [...] and "aliases": {name: [other
// spelling, ...]} when there are some, ...}.
#pragma once

#include <string>

#include "edge/result.h"
#include "query/query.h"
#include "wire/json/text_sink.h"
#include "wire/query/query_answer.h"

namespace edge::wire {

// What an answer adds to those fields:
//   count      nothing
//   matches    "matches", an array of match_json
//   heatmap    "positions_matched", "heatmap" with the planes requested
//   groups     "positions_matched", "groups"
//   positions  "positions_matched", "positions_listed"
//   partition  "partition", "parts"
// Matches are found while they are written, with the options.
Status write_answer_json(const QueryAnswer& answer, const query::RunOptions& options,
                         const TextSink& write);

// Prepares, runs and answers a request in one object; the request must have passed its check. This
// is all that a surface that speaks JSON needs.
Status answer_query_request(const corpus::Corpus& corpus, const QueryRequest& request,
                            const query::RunOptions& options, const TextSink& write);

// The same with all lists in memory: positions that were requested and went to no file are in the
// JSON, too, as "positions".
struct AnswerText {
    QueryAnswer answer;
    std::string json;
};
Result<AnswerText> answer_in_memory(const query::Query& query, const QueryRequest& request,
                                    const query::RunOptions& options);

// {"query", "text", "query_json", "corpus", "header_only", "explain": [line, ...]}, for a query
// that was not run. `asked` is what it was prepared from: "text" and "query_json" are the query as
// written, while "query" is the canonical text, so that an editor of one form can follow the other.
std::string explain_json(const query::Query& query, const query::Expr& asked);

// {"game_id", "shard", "game", "pgn_offset", "plies": [...], "move"}; `move` is the SAN of what was
// played from the last of the plies, null when nothing was. Corrupt when a stored move before it
// cannot be played.
Result<std::string> match_json(const corpus::Corpus& corpus, const query::GameMatch& match);

}  // namespace edge::wire
