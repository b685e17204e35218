// POST /query: any question about games and positions, its games kept as a set. POST /combine:
// stored bitmaps combined into another.
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/io_error.h"
#include "query/answers/partition.h"
#include "query/headers/name_aliases.h"
#include "routes.h"
#include "service.h"
#include "stored_bitmaps.h"
#include "wire/combine/combine_request.h"
#include "wire/json/request_error.h"
#include "wire/query/query_answer_json.h"
#include "wire/query/query_request.h"
#include "work.h"

namespace edge::server {
namespace {

constexpr uint64_t kDefaultListed = 1000;
constexpr uint64_t kMostListed = 100'000;
constexpr uint64_t kMostParts = query::kDefaultPartitionLimit;  // each is a file
constexpr size_t kMostCombined = 100;

// Lists are held in memory here, so their length is limited, unless they go to a file.
Status bound_list(wire::QueryRequest& request) {
    if (request.answer == wire::AnswerKind::Groups && request.top_n == 0) {
        request.top_n = kDefaultListed;
    }
    const uint64_t most = request.answer == wire::AnswerKind::Partition ? kMostParts : kMostListed;
    if (request.top_n > most) {
        return wire::wrong_at("/top_n",
                              fmt::format("found {}, expected at most {}", request.top_n, most));
    }
    const bool is_list = request.answer == wire::AnswerKind::Matches ||
                         (request.answer == wire::AnswerKind::Positions && request.output.empty());
    if (!is_list) return {};
    const uint64_t wanted = request.limit.value_or(request.asked.limit.value_or(kDefaultListed));
    if (wanted > kMostListed) {
        return wire::wrong_at("/limit",
                              fmt::format("found {}, expected at most {}", wanted, kMostListed));
    }
    request.limit = wanted;
    return {};
}

// The answer is one object; the id of its set comes first.
std::string with_set(const std::string& id, const std::string& answer) {
    return fmt::format("{{\"set\":\"{}\",{}", id, std::string_view(answer).substr(1));
}

Result<Response> ask(Service& service, const std::shared_ptr<const OpenCorpus>& open,
                     const wire::QueryRequest& request, const Cancellation& cancellation) {
    const corpus::Corpus& corpus = open->corpus;
    const auto options = run_options(service, cancellation);
    const auto query = EDGE_TRY(query::Query::prepare(corpus, request.asked.expr));
    if (request.answer == wire::AnswerKind::Explain) {
        return json_response(wire::explain_json(query, request.asked.expr));
    }
    auto [answer, text] = EDGE_TRY(wire::answer_in_memory(query, request, options));
    // None is found for a query that names bitmaps: see KeptSet.
    std::shared_ptr<const KeptSet> set;
    if (!query::has_spellings(query.expr())) {
        set = service.sets().find_query(*open, query.text());
    }
    if (!set) {
        auto games = EDGE_TRY(corpus::GameSet::of(corpus, answer.games));
        set = service.sets().keep(open, request.asked.expr,
                                  {query.text(), std::move(answer.games), std::move(games),
                                   query.warnings(), query.aliases()});
    }
    return json_response(with_set(set->id, text));
}

// Where the answer is kept, "@wins"; empty when it is not.
std::string output_of(const wire::QueryRequest& request) {
    return request.save_as.empty() ? request.output : "@" + request.save_as;
}

Result<Work> query_work(Service& service, std::shared_ptr<const OpenCorpus> open,
                        wire::QueryRequest asked) {
    EDGE_CHECK(check_links(service.root(), open->name, open->corpus, asked.asked.expr));
    const std::string output = output_of(asked);
    if (!output.empty()) {
        EDGE_CHECK(check_links(service.root(), open->name, output));
        const bool has_parts = asked.answer == wire::AnswerKind::Partition;
        if (!asked.force && has_answer(open->corpus.path(), output, has_parts)) {
            return exists_already(output);
        }
    }
    asked.lock.wait = false;
    return Work{[&service, open = std::move(open),
                 asked = std::move(asked)](const Cancellation& cancellation) {
        return ask(service, open, asked, cancellation);
    }};
}

Result<Reply> query(Service& service, const Request& request, const PathValues&) {
    EDGE_CHECK(request.only_parameters({}));
    auto asked = EDGE_TRY(wire::parse_query_request(request.body));
    EDGE_CHECK(check_no_paths(asked.asked.expr));
    EDGE_CHECK(bound_list(asked));
    if (const std::string output = output_of(asked); !output.empty()) {
        EDGE_CHECK(check_bitmap_argument(output));
        if (auto refusal = service.refuse_writing(request)) return Reply(std::move(*refusal));
    }
    return work_for(service, std::move(asked), query_work);
}

Result<Work> combine_work(Service& service, std::shared_ptr<const OpenCorpus> open,
                          wire::CombineRequest asked) {
    EDGE_CHECK(check_links(service.root(), open->name, open->corpus, asked.inputs));
    EDGE_CHECK(check_links(service.root(), open->name, asked.output));
    if (!asked.force && has_answer(open->corpus.path(), asked.output, /*with_parts=*/false)) {
        return exists_already(asked.output);
    }
    return Work{[open = std::move(open),
                 asked = std::move(asked)](const Cancellation& cancellation) -> Result<Response> {
        return json_response(EDGE_TRY(wire::answer_combine_request(
            open->corpus, asked, [&cancellation] { return cancellation.is_cancelled(); })));
    }};
}

Result<Reply> combine(Service& service, const Request& request, const PathValues&) {
    EDGE_CHECK(request.only_parameters({}));
    auto asked = EDGE_TRY(wire::parse_combine_request(request.body));
    for (const std::string& input : asked.inputs) EDGE_CHECK(check_bitmap_argument(input));
    EDGE_CHECK(check_bitmap_argument(asked.output));
    if (asked.inputs.size() > kMostCombined) {
        return wire::wrong_at("/inputs", fmt::format("found {} bitmaps, expected at most {}",
                                                     asked.inputs.size(), kMostCombined));
    }
    return work_for(service, std::move(asked), combine_work);
}

}  // namespace

void add_query_routes(Router& router, Service& service) {
    router.add({Method::Post, "/query", Access::Read, handler(service, query)});
    router.add({Method::Post, "/combine", Access::Write, handler(service, combine)});
}

}  // namespace edge::server
