#include "wire/compact/compact_request.h"

#include <nlohmann/json.hpp>

#include "core/size_text.h"
#include "wire/json/request_error.h"
#include "wire/json/request_reader.h"

namespace edge::wire {
namespace {

constexpr std::string_view kOtherThanTree[] = {"shards", "drop"};
constexpr std::string_view kOtherThanShards[] = {"drop", "memory"};

}  // namespace

const Fields<CompactRequest>& compact_fields() {
    using R = CompactRequest;
    using Row = FieldRow<R>;
    static const Fields<R> rows = {
        Row::text<&R::corpus>("corpus", "The corpus")
            .needed()
            .at_least(1)
            .also_called("corpus_path"),
        Row::flag<&R::tree>("tree", "Make one file of the parts of the opening tree")
            .instead_of(kOtherThanTree),
        Row::flag<&R::shards>("shards",
                              "Join neighbouring shards into about as many as one index of all "
                              "games would make")
            .instead_of(kOtherThanShards),
        Row::text<&R::drop>("drop",
                            "Write a corpus without the games of this set, an @name or a file")
            .needing("out")
            .at_least(1)
            .shown_as("SET"),
        Row::text<&R::out>("out", "The corpus without these games").needing("drop").at_least(1),
        Row::text<&R::ids>("ids",
                           "Write the old and the new id of every game into this file, as CSV")
            .needing("drop"),
        Row::flag<&R::force>("force", "Replace files and a corpus that are there").needing("drop"),
        Row::parsed("memory",
                    "Bound on memory, such as 512M or 4G (default: a quarter of the machine's)",
                    [](const std::string& text, R& request) -> Status {
                        request.memory = EDGE_TRY(parse_size(text));
                        return {};
                    })
            .shown_as("SIZE"),
    };
    return rows;
}

Status check(const CompactRequest& request) {
    if (request.tree || request.shards || !request.drop.empty()) return {};
    return fail(ErrorCode::InvalidArgument,
                "found nothing to compact, expected one of tree, shards and drop");
}

Result<CompactRequest> parse_compact_request(std::string_view json) {
    CompactRequest request = EDGE_TRY(read_request(json, compact_fields()));
    if (const Status checked = check(request); !checked) {
        return wrong_at("", checked.error().message);
    }
    return request;
}

}  // namespace edge::wire
