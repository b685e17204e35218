// POST /news: what the games of a corpus did with a repertoire.
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "routes.h"
#include "service.h"
#include "wire/json/request_error.h"
#include "wire/news/news_answer.h"
#include "wire/news/news_request.h"
#include "work.h"

namespace edge::server {
namespace {

constexpr size_t kMostRows = 100;  // of each list of each line

Result<Work> news_work(Service& service, std::shared_ptr<const OpenCorpus> open,
                       wire::NewsRequest asked) {
    return Work{[&service, open = std::move(open),
                 asked = std::move(asked)](const Cancellation& cancellation) -> Result<Response> {
        return json_response(EDGE_TRY(
            wire::answer_news_request(open->corpus, asked, run_options(service, cancellation))));
    }};
}

Result<Reply> news(Service& service, const Request& request, const PathValues&) {
    EDGE_CHECK(request.only_parameters({}));
    auto asked = EDGE_TRY(wire::parse_news_request(request.body));
    if (asked.limit > kMostRows) {
        return wire::wrong_at("/limit",
                              fmt::format("found {}, expected at most {}", asked.limit, kMostRows));
    }
    if (!asked.repertoire.empty()) {
        asked.repertoire = EDGE_TRY(service.root().existing(asked.repertoire));
    }
    return work_for(service, std::move(asked), news_work);
}

}  // namespace

void add_news_routes(Router& router, Service& service) {
    router.add({Method::Post, "/news", Access::Read, handler(service, news)});
}

}  // namespace edge::server
