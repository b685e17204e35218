// Runs a QueryRequest: the values of its answer, for surfaces that display them in their own way,
// and the files that it asks for. wire/query/query_answer_json.h turns them into JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "bitmap/bitmap.h"
#include "edge/result.h"
#include "query/answers/group_table.h"
#include "query/answers/heatmap.h"
#include "query/answers/partition.h"
#include "query/answers/position_list.h"
#include "query/query.h"
#include "wire/query/query_request.h"

namespace edge::wire {

// What every answer has.
struct AnswerHead {
    const query::Query& query;
    uint64_t games_matched = 0;
    uint64_t games_scanned = 0;  // games decided, including those that a header decided
    // Of a fold over positions: matching games that have none. Nothing with ignore_windows.
    std::optional<uint64_t> games_without_position = {};
    std::vector<std::string> files = {};  // paths of what was written
    std::vector<std::string> warnings = {};
    std::vector<query::NameAliases> aliases = {};  // names whose other spellings count as well
};

struct CountFound {};
// Only the page: the matches themselves are listed by query::visit_matches, which needs no memory
// for them.
struct MatchesFound {
    query::Page page;
};
struct HeatmapFound {
    query::Heatmap heatmap;
    query::KindSet kinds = 0;  // those requested; 0 is all
};
struct PartitionFound {
    query::Grouping by;
    std::vector<query::PartitionFile> parts;
};

struct QueryAnswer {
    AnswerHead head;
    Bitmap games;  // that match
    std::variant<CountFound, MatchesFound, HeatmapFound, query::GroupTable,
                 query::PositionListTotals, PartitionFound>
        found;
};

// `query` is the request's, prepared for its corpus; it must outlive the answer. The request must
// pass check_query_request and ask for anything but Explain. Positions that are not kept in files
// go to `on_position`, which may be empty.
Result<QueryAnswer> run_query_request(const query::Query& query, const QueryRequest& request,
                                      const query::RunOptions& options,
                                      const query::PositionSink& on_position = {});

}  // namespace edge::wire
