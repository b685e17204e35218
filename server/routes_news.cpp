// POST /news: what the games of a corpus did with a repertoire.
#include <memory>
#include <string>
#include <utility>

#include "routes.h"
#include "service.h"
#include "wire/news_answer.h"
#include "wire/news_request.h"
#include "work.h"

namespace edge::server {
namespace {

Result<Reply> news(Service& service, const Request& request, const PathValues&) {
    EDGE_CHECK(request.only_parameters({}));
    auto asked = EDGE_TRY(wire::parse_news_request(request.body));
    if (!asked.repertoire.empty()) {
        asked.repertoire = EDGE_TRY(service.root().existing(asked.repertoire));
    }
    const std::string corpus = asked.corpus;
    using Open = std::shared_ptr<const OpenCorpus>;
    return work_over(
        service, corpus, [&service, asked = std::move(asked)](const Open& open) -> Result<Work> {
            return Work{
                [&service, open, asked](const Cancellation& cancellation) -> Result<Response> {
                    return json_response(EDGE_TRY(wire::answer_news_request(
                        open->corpus, asked, run_options(service, cancellation))));
                }};
        });
}

}  // namespace

void add_news_routes(Router& router, Service& service) {
    router.add({Method::Post, "/news", Access::Read, handler(service, news)});
}

}  // namespace edge::server
