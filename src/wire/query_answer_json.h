// The JSON of answers to queries. Each is one object that begins with the same fields, so that a
// program sees what was asked and of what: {"games_matched", "games_scanned", "query", "corpus",
// "files": [...] when some were written, "warnings": [...] when there are some, ...}.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "edge/result.h"
#include "query/group_table.h"
#include "query/heatmap.h"
#include "query/partition.h"
#include "query/position_list.h"
#include "query/query.h"

namespace edge::wire {

// What every answer says.
struct AnswerHead {
    const query::Query& query;
    uint64_t games_matched = 0;
    uint64_t games_scanned = 0;           // games decided, also those that a header decided
    std::vector<std::string> files = {};  // paths of what was written
    std::vector<std::string> warnings = {};
};

std::string count_answer_json(const AnswerHead& head);
// "positions_matched", "heatmap"; only the planes of `kinds`, all when it is empty.
std::string heatmap_answer_json(const AnswerHead& head, const query::Heatmap& heatmap,
                                query::KindSet kinds);
// "positions_matched", "groups"
std::string groups_answer_json(const AnswerHead& head, const query::GroupTable& table);
// "positions_matched", "positions_listed"
std::string positions_answer_json(const AnswerHead& head, const query::PositionListTotals& totals);
// "partition", "parts"
std::string partition_answer_json(const AnswerHead& head, query::GroupKey key,
                                  const std::vector<query::PartitionFile>& parts);
// "matches", an array of match_json
Result<std::string> matches_answer_json(const AnswerHead& head, const query::Matches& matches);

// {"query", "corpus", "header_only", "explain": [line, ...]}, for a query that was not run.
std::string explain_json(const query::Query& query);

// {"game_id", "shard", "game", "pgn_offset", "plies": [...], "move"}; `move` is the SAN of what was
// played from the last of the plies, null when nothing was. Corrupt when a stored move before it
// cannot be played.
Result<std::string> match_json(const corpus::Corpus& corpus, const query::GameMatch& match);

}  // namespace edge::wire
