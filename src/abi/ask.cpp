// edge_ask and edge_run: a request in JSON, the answer in JSON, as wire/ defines both.
#include <array>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "abi/handles.h"
#include "convert/convert.h"
#include "index/indexer.h"
#include "wire/collections/collection_answer.h"
#include "wire/collections/collection_request.h"
#include "wire/combine/combine_request.h"
#include "wire/compact/compact_answer.h"
#include "wire/convert/convert_json.h"
#include "wire/convert/convert_request.h"
#include "wire/dedup/dedup_answer.h"
#include "wire/dedup/dedup_request.h"
#include "wire/explore/explore_json.h"
#include "wire/explore/explore_request.h"
#include "wire/games/games_answer.h"
#include "wire/index/index_json.h"
#include "wire/index/index_request.h"
#include "wire/inspect/inspect_request.h"
#include "wire/json/asked_query.h"
#include "wire/merge/merge_answer.h"
#include "wire/news/news_answer.h"
#include "wire/players/players_answer.h"
#include "wire/players/players_request.h"
#include "wire/query/query_answer_json.h"
#include "wire/query/query_request.h"

using namespace edge;
using namespace edge::abi;

namespace {

// What a request is run on.
struct Asked {
    const corpus::Corpus& corpus;
    std::shared_ptr<const Bitmap> games;  // null for all
    std::shared_ptr<Control> control;

    query::RunOptions options() const { return run_options(control); }
    // The request, narrowed to those games.
    template <class Request>
    Request of_games(Request request) const {
        request.asked.expr = wire::within_games(std::move(request.asked.expr), games);
        return request;
    }
};

Result<std::string> answer_query(const Asked& asked, std::string_view json) {
    auto request = asked.of_games(EDGE_TRY(wire::parse_query_request(json)));
    request.lock.is_cancelled = [&asked] { return asked.control->is_cancelled(); };
    const auto query = EDGE_TRY(query::Query::prepare(asked.corpus, request.asked.expr));
    if (request.answer == wire::AnswerKind::Explain) {
        return wire::explain_json(query, request.asked.expr);
    }
    return std::move(EDGE_TRY(wire::answer_in_memory(query, request, asked.options())).json);
}

Result<std::string> answer_explore(const Asked& asked, std::string_view json) {
    const auto request = asked.of_games(EDGE_TRY(wire::parse_explore_request(json)));
    const auto chosen = EDGE_TRY(wire::choose_games(asked.corpus, request, asked.options()));
    return wire::answer_explore_request(asked.corpus, request, chosen ? &*chosen : nullptr,
                                        asked.options());
}

Result<std::string> answer_games(const Asked& asked, std::string_view json) {
    const auto request = asked.of_games(EDGE_TRY(wire::parse_games_request(json)));
    std::string text;
    EDGE_CHECK(wire::answer_games_request(asked.corpus, request, asked.options(),
                                          [&text](std::string_view piece) -> Status {
                                              text += piece;
                                              return {};
                                          }));
    return text;
}

Result<std::string> answer_combine(const Asked& asked, std::string_view json) {
    return wire::answer_combine_request(asked.corpus, EDGE_TRY(wire::parse_combine_request(json)),
                                        [&asked] { return asked.control->is_cancelled(); });
}

Result<std::string> answer_inspect(const Asked& asked, std::string_view json) {
    return wire::answer_inspect_request(
        asked.corpus, EDGE_TRY(wire::parse_inspect_request(json)),
        {asked.control->threads(), [&asked] { return asked.control->is_cancelled(); }});
}

Result<std::string> answer_news(const Asked& asked, std::string_view json) {
    auto request = EDGE_TRY(wire::parse_news_request(json));
    if (request.corpus.empty()) request.corpus = asked.corpus.path();
    return wire::answer_news_request(asked.corpus, request, asked.options());
}

Result<std::string> answer_players(const Asked& asked, std::string_view json) {
    return wire::answer_players_request(asked.corpus, EDGE_TRY(wire::parse_players_request(json)),
                                        [&asked] { return asked.control->is_cancelled(); });
}

Result<std::string> answer_dedup(const Asked& asked, std::string_view json) {
    return wire::answer_dedup_request(asked.corpus, EDGE_TRY(wire::parse_dedup_request(json)),
                                      asked.options());
}

Result<std::string> answer_collections(const Asked& asked, std::string_view json) {
    auto request = EDGE_TRY(wire::parse_collection_request(json));
    request.lock.is_cancelled = [&asked] { return asked.control->is_cancelled(); };
    return wire::answer_collection_request(asked.corpus, request, asked.options());
}

Result<std::string> run_index(Control& control, std::string_view json) {
    auto options = EDGE_TRY(wire::parse_index_request(json));
    run_under(control, options);
    return wire::index_json(EDGE_TRY(indexing::index_games(options)));
}

Result<std::string> run_convert(Control& control, std::string_view json) {
    auto options = EDGE_TRY(wire::parse_convert_request(json));
    run_under(control, options);
    return wire::convert_json(EDGE_TRY(convert::convert(options)));
}

Result<std::string> run_compact(Control& control, std::string_view json) {
    const auto request = EDGE_TRY(wire::parse_compact_request(json));
    return wire::compact_json(EDGE_TRY(wire::run_compact_request(
        request, control.threads(),
        {.is_cancelled = [&control] { return control.is_cancelled(); }})));
}

Result<std::string> run_merge(Control& control, std::string_view json) {
    const auto request = EDGE_TRY(wire::parse_merge_request(json));
    return wire::merge_json(EDGE_TRY(wire::run_merge_request(
        request, control.threads(), [&control] { return control.is_cancelled(); })));
}

template <class Call>
struct Named {
    std::string_view name;
    Call call;
};

constexpr std::array kQuestions = {
    Named{std::string_view("query"), &answer_query},
    Named{std::string_view("explore"), &answer_explore},
    Named{std::string_view("games"), &answer_games},
    Named{std::string_view("combine"), &answer_combine},
    Named{std::string_view("inspect"), &answer_inspect},
    Named{std::string_view("news"), &answer_news},
    Named{std::string_view("players"), &answer_players},
    Named{std::string_view("dedup"), &answer_dedup},
    Named{std::string_view("collections"), &answer_collections},
};
constexpr std::array kJobs = {
    Named{std::string_view("index"), &run_index},
    Named{std::string_view("convert"), &run_convert},
    Named{std::string_view("compact"), &run_compact},
    Named{std::string_view("merge"), &run_merge},
};

template <class Call, size_t size>
Result<Call> find_call(const std::array<Named<Call>, size>& calls, std::string_view name) {
    std::string names;
    for (const Named<Call>& known : calls) {
        if (known.name == name) return known.call;
        names += fmt::format("{}{}", names.empty() ? "" : ", ", known.name);
    }
    return fail(ErrorCode::InvalidArgument,
                fmt::format("what: found \"{}\", expected one of {}", name, names));
}

}  // namespace

edge_status edge_ask(const edge_corpus* corpus, const char* what, const char* request,
                     const edge_bitmap* games, edge_control* control, edge_text* answer,
                     edge_error** error) {
    return at_boundary(
        error,
        [&]() -> Result<std::string> {
            EDGE_CHECK(check_given(corpus, "corpus"));
            EDGE_CHECK(check_given(what, "what"));
            EDGE_CHECK(check_given(request, "request"));
            EDGE_CHECK(check_given(answer, "answer"));
            const auto call = EDGE_TRY(find_call(kQuestions, what));
            return call({*corpus->corpus, games_of(games), control_of(control)}, request);
        },
        [&](const std::string& text) { give_text(text, answer); });
}

edge_status edge_run(const char* what, const char* request, edge_control* control,
                     edge_text* answer, edge_error** error) {
    return at_boundary(
        error,
        [&]() -> Result<std::string> {
            EDGE_CHECK(check_given(what, "what"));
            EDGE_CHECK(check_given(request, "request"));
            EDGE_CHECK(check_given(answer, "answer"));
            const auto call = EDGE_TRY(find_call(kJobs, what));
            return call(*control_of(control), request);
        },
        [&](const std::string& text) { give_text(text, answer); });
}
