// GET /corpora and /corpus/inspect: which corpora there are, and what one holds.
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "corpus/inspection.h"
#include "corpus_list.h"
#include "routes.h"
#include "service.h"
#include "wire/inspect_json.h"
#include "wire/json_text.h"
#include "work.h"

namespace edge::server {
namespace {

std::string corpora_json(const std::vector<ListedCorpus>& corpora) {
    wire::Json json;
    wire::Json& list = json["corpora"] = wire::Json::array();
    for (const ListedCorpus& corpus : corpora) {
        wire::Json& item = list.emplace_back();
        item["path"] = corpus.path;
        item["games"] = corpus.meta.total_games;
        item["plies"] = corpus.meta.total_moves;
        item["shards"] = corpus.meta.num_shards;
        item["indexed_at"] = wire::json_or_null(corpus.meta.indexed_at);
        item["tree_plies"] = wire::json_or_null(corpus.meta.tree_plies);
    }
    return wire::json_text(json);
}

Result<Reply> corpora(Service& service, const Request& request, const PathValues&) {
    EDGE_CHECK(request.only_parameters({}));
    const auto run = [&service](const Cancellation& cancellation) -> Result<Response> {
        return json_response(corpora_json(EDGE_TRY(list_corpora(service.root(), cancellation))));
    };
    return Reply(Work{run, Work::Length::Lookup});
}

Result<Reply> inspect(Service& service, const Request& request, const PathValues&) {
    EDGE_CHECK(request.only_parameters({"path"}));
    const std::string path = EDGE_TRY(request.required_parameter("path"));
    using Open = std::shared_ptr<const OpenCorpus>;
    return work_over(service, path, [](const Open& open) -> Result<Work> {
        return Work{[open](const Cancellation&) -> Result<Response> {
            return json_response(wire::inspect_json(corpus::inspect(open->corpus), nullptr));
        }};
    });
}

}  // namespace

void add_corpora_routes(Router& router, Service& service) {
    router.add({Method::Get, "/corpora", Access::Read, handler(service, corpora)});
    router.add({Method::Get, "/corpus/inspect", Access::Read, handler(service, inspect)});
}

}  // namespace edge::server
