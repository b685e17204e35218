// GET and POST /collections: the stored queries of a corpus, asked again or deleted.
#include <memory>
#include <utility>

#include "corpus/collections.h"
#include "parameters.h"
#include "routes.h"
#include "service.h"
#include "stored_bitmaps.h"
#include "wire/collections/collection_answer.h"
#include "wire/collections/collection_request.h"
#include "work.h"

namespace edge::server {
namespace {

using wire::CollectionRequest;

Result<Work> collections_work(Service& service, std::shared_ptr<const OpenCorpus> open,
                              CollectionRequest asked) {
    auto names = asked.names;
    if (names.empty()) names = corpus::collection_names(open->corpus);
    for (std::string& name : names) name.insert(0, 1, '@');
    EDGE_CHECK(check_links(service.root(), open->name, open->corpus, names));
    asked.lock.wait = false;
    return Work{[&service, open = std::move(open),
                 asked = std::move(asked)](const Cancellation& cancellation) -> Result<Response> {
        return json_response(EDGE_TRY(wire::answer_collection_request(
            open->corpus, asked, run_options(service, cancellation))));
    }};
}

Result<Reply> list(Service& service, const Request& request, const PathValues&) {
    EDGE_CHECK(request.only_parameters({"corpus", "names"}));
    auto asked = EDGE_TRY(read_parameters(request, wire::collection_fields()));
    return work_for(service, std::move(asked), collections_work);
}

Result<Reply> change(Service& service, const Request& request, const PathValues&) {
    EDGE_CHECK(request.only_parameters({}));
    auto asked = EDGE_TRY(wire::parse_collection_request(request.body));
    return work_for(service, std::move(asked), collections_work);
}

}  // namespace

void add_collection_routes(Router& router, Service& service) {
    router.add({Method::Get, "/collections", Access::Read, handler(service, list)});
    router.add({Method::Post, "/collections", Access::Write, handler(service, change)});
}

}  // namespace edge::server
