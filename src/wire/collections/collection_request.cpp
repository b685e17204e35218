#include "wire/collections/collection_request.h"

#include <fmt/format.h>

#include "wire/json/asked_query.h"
#include "wire/json/query_rows.h"
#include "wire/json/request_reader.h"

namespace edge::wire {
namespace {

constexpr std::string_view kActions[] = {"list", "refresh", "delete"};

}  // namespace

const Fields<CollectionRequest>& collection_fields() {
    using R = CollectionRequest;
    using Row = FieldRow<R>;
    static const Fields<R> rows = {
        corpus_row<R>(),
        Row::choice<&R::action>("action", kActions,
                                "List collections, ask their queries again, or delete them with "
                                "their sets"),
        Row::joined("names", "Which collections (default: all; to refresh, those that are stale)",
                    [](const std::vector<std::string>& names, R& request) -> Status {
                        for (const std::string& name : names) {
                            request.names.push_back(EDGE_TRY(parse_collection_name(name)));
                        }
                        return {};
                    }),
        Row::flag<&R::force>("force", "Delete also what another collection refers to"),
    };
    return rows;
}

Status check_collection_request(const CollectionRequest& request, FieldNaming name) {
    const bool deletes = request.action == CollectionAction::Delete;
    if (deletes && request.names.empty()) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{}: expected {} as well", name("delete"), name("names")));
    }
    if (request.force && !deletes) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{} goes with {}", name("force"), name("delete")));
    }
    return {};
}

Result<CollectionRequest> parse_collection_request(std::string_view json) {
    CollectionRequest request = EDGE_TRY(read_request(json, collection_fields()));
    EDGE_CHECK(check_collection_request(request));
    return request;
}

}  // namespace edge::wire
