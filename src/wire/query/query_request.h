// A question to a corpus, the same for every surface: a query, and what to answer about the games
// and positions that match. query_fields() describes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/directory_lock.h"
#include "edge/result.h"
#include "query/answers/group_key.h"
#include "query/answers/position_file.h"
#include "wire/json/asked_query.h"
#include "wire/json/field_name.h"
#include "wire/json/request_table.h"

namespace edge::wire {

enum class AnswerKind : uint8_t {
    Count,
    Matches,
    Heatmap,
    Groups,
    Positions,
    Partition,
    Explain,  // how the query was read; nothing is run
};

std::string_view name_of(AnswerKind answer);  // "count", "matches", ...

struct QueryRequest {
    std::string corpus = {};  // as the surface names it; not opened here
    AskedQuery asked = {};
    AnswerKind answer = AnswerKind::Count;

    std::string output = {};   // an @name or a path; empty when the answer is not kept
    std::string save_as = {};  // a collection for the answer, without @; or empty
    LockOptions lock = {};     // of the corpus, for that
    bool force = false;        // replace files of the same kind
    bool dense = false;        // a bit for each game, also in sets of few

    // Each goes only with some answers.
    std::optional<query::Grouping> by = {};
    uint32_t top_n = 0;                                   // 0 is all groups, or 1,000 parts
    query::KindSet kinds = 0;                             // of a heatmap; 0 is all
    std::string svg = {};                                 // a path
    std::optional<query::PositionOutput> positions = {};  // references when not given
    query::PositionChoice choice = {};                    // which of the matching positions
    bool unique = false;                                  // positions
    std::optional<uint64_t> skip = {}, limit = {};
};

const Fields<QueryRequest>& query_fields();

// InvalidArgument names the place as a JSON pointer, or the fields that do not go together.
Result<QueryRequest> parse_query_request(std::string_view json);

// Whether the fields go together. parse_query_request checks this.
Status check_query_request(const QueryRequest& request, FieldNaming name = json_field);

}  // namespace edge::wire
