#include "wire/dedup/dedup_request.h"

#include "wire/json/query_rows.h"
#include "wire/json/request_reader.h"

namespace edge::wire {

const Fields<DedupRequest>& dedup_fields() {
    using R = DedupRequest;
    using Row = FieldRow<R>;
    static const Fields<R> rows = {
        corpus_row<R>(),
        Row::text<&R::output>("output",
                              "Store the games to drop as this bitmap, an @name or a file")
            .shown_as("@NAME|FILE"),
        Row::flag<&R::force>("force", "Replace an existing bitmap").needing("output"),
        Row::count<&R::skip>("skip", {}, "Skip the first N groups, and the first N contradictions"),
        Row::count<&R::limit>("limit", {0, kMostGroups},
                              "List at most N groups, and at most N contradictions"),
        Row::flag<&R::contradictions>(
            "contradictions",
            "Also list games that only a date or a result keeps from being duplicates"),
    };
    return rows;
}

Result<DedupRequest> parse_dedup_request(std::string_view json) {
    return read_request(json, dedup_fields());
}

}  // namespace edge::wire
