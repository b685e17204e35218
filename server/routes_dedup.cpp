// POST /dedup: the games that a corpus has twice, and those to drop as a stored set.
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "core/io_error.h"
#include "routes.h"
#include "service.h"
#include "stored_bitmaps.h"
#include "wire/dedup/dedup_answer.h"
#include "wire/dedup/dedup_request.h"
#include "wire/json/request_error.h"
#include "work.h"

namespace edge::server {
namespace {

constexpr uint64_t kMostListed = 10'000;  // in memory

Result<Work> dedup_work(Service& service, std::shared_ptr<const OpenCorpus> open,
                        wire::DedupRequest asked) {
    if (!asked.output.empty()) {
        EDGE_CHECK(check_links(service.root(), open->name, asked.output));
        if (!asked.force && has_answer(open->corpus.path(), asked.output, /*with_parts=*/false)) {
            return exists_already(asked.output);
        }
    }
    return Work{[&service, open = std::move(open),
                 asked = std::move(asked)](const Cancellation& cancellation) -> Result<Response> {
        return json_response(EDGE_TRY(
            wire::answer_dedup_request(open->corpus, asked, run_options(service, cancellation))));
    }};
}

Result<Reply> dedup(Service& service, const Request& request, const PathValues&) {
    EDGE_CHECK(request.only_parameters({}));
    auto asked = EDGE_TRY(wire::parse_dedup_request(request.body));
    if (asked.limit > kMostListed) {
        return wire::wrong_at(
            "/limit", fmt::format("found {}, expected at most {}", asked.limit, kMostListed));
    }
    if (!asked.output.empty()) {
        EDGE_CHECK(check_bitmap_argument(asked.output));
        if (auto refusal = service.refuse_writing(request)) return Reply(std::move(*refusal));
    }
    return work_for(service, std::move(asked), dedup_work);
}

}  // namespace

void add_dedup_routes(Router& router, Service& service) {
    router.add({Method::Post, "/dedup", Access::Read, handler(service, dedup)});
}

}  // namespace edge::server
