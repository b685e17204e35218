// GET /games: the games of a query or of a kept set, a page at a time, in any of their forms.
#include <charconv>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "query/text.h"
#include "routes.h"
#include "service.h"
#include "stored_bitmaps.h"
#include "wire/games_answer.h"
#include "wire/games_request.h"
#include "wire/json_text.h"
#include "work.h"

namespace edge::server {
namespace {

constexpr uint64_t kDefaultGames = 20;
constexpr uint64_t kMostGames = 10'000;

// How a parameter is written in the JSON form of the request, which is the one that wire/ reads.
enum class Kind : uint8_t { Text, Number, Flag, List };
struct Parameter {
    std::string_view name;
    Kind kind;
};
constexpr Parameter kParameters[] = {
    {"corpus", Kind::Text}, {"query", Kind::Text},   {"bitmap", Kind::Text},
    {"format", Kind::Text}, {"columns", Kind::List}, {"original", Kind::Flag},
    {"sort", Kind::Text},   {"desc", Kind::Flag},    {"game", Kind::Number},
    {"skip", Kind::Number}, {"limit", Kind::Number}, {"cursor", Kind::Text},
};

Result<wire::Json> value_of(const Parameter& parameter, std::string_view text) {
    const auto wrong = [&](std::string_view expected) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{}: found '{}', expected {}", parameter.name, text, expected));
    };
    switch (parameter.kind) {
        case Kind::Text:
            return wire::Json(text);
        case Kind::Number: {
            uint64_t number = 0;
            const auto [end, error] =
                std::from_chars(text.data(), text.data() + text.size(), number);
            if (error != std::errc() || end != text.data() + text.size()) return wrong("a number");
            return wire::Json(number);
        }
        case Kind::Flag:
            if (text == "true" || text == "false") return wire::Json(text == "true");
            return wrong("true or false");
        case Kind::List:
            break;
    }
    wire::Json list = wire::Json::array();
    for (size_t at = 0; at <= text.size();) {
        const size_t comma = std::min(text.find(',', at), text.size());
        list.push_back(text.substr(at, comma - at));
        at = comma + 1;
    }
    return list;
}

Result<wire::GamesRequest> read_request(const Request& request) {
    EDGE_CHECK(
        request.only_parameters({"set", "corpus", "query", "bitmap", "format", "columns",
                                 "original", "sort", "desc", "game", "skip", "limit", "cursor"}));
    wire::Json json = wire::Json::object();
    for (const Parameter& parameter : kParameters) {
        const auto text = request.parameter(parameter.name);
        if (text) json[std::string(parameter.name)] = EDGE_TRY(value_of(parameter, *text));
    }
    return wire::parse_games_request(wire::json_text(json));
}

std::string content_type_of(wire::GamesFormat format) {
    switch (format) {
        case wire::GamesFormat::Pgn:
            return "application/x-chess-pgn";
        case wire::GamesFormat::Uci:
            return "text/plain; charset=utf-8";
        case wire::GamesFormat::JsonLines:
            return "application/x-ndjson";
        case wire::GamesFormat::Csv:
            return "text/csv; charset=utf-8";
        case wire::GamesFormat::Json:
            break;
    }
    return kJson;
}

struct Asked {
    wire::GamesRequest request;
    std::shared_ptr<const OpenCorpus> open;
    std::string set_id;                  // empty: none was named
    std::shared_ptr<const KeptSet> set;  // null: those of the request's query
};

// The set knows which games match; the query says at which plies they do.
Result<Response> list_games(const Service& service, const Asked& asked,
                            const Cancellation& cancellation) {
    const auto options = run_options(service, cancellation);
    const corpus::Corpus& corpus = asked.open->corpus;
    query::Expr expr = asked.request.asked.expr;
    if (asked.set) expr = EDGE_TRY(query::parse_text(asked.set->chosen.query));
    const auto query = EDGE_TRY(query::Query::prepare(corpus, std::move(expr)));
    const auto& request = asked.request;
    const auto selection =
        asked.set ? EDGE_TRY(ingest::select_from(
                        corpus, asked.set->chosen.bitmap, asked.set->id,
                        {.sort = request.sort,
                         .descending = request.descending,
                         .page = wire::page_of(request.asked, request.skip, request.limit),
                         .cursor = request.cursor}))
                  : EDGE_TRY(wire::select_games(query, request, options));
    Response response{200, content_type_of(request.format), ""};
    EDGE_CHECK(wire::write_games(query, request, selection, options,
                                 text_sink(response.body, cancellation)));
    return response;
}

// The sources of a corpus may be anywhere on this machine.
Status check_sources(const Root& root, const corpus::Corpus& corpus) {
    for (const corpus::MetaSource& source : corpus.meta().sources) {
        std::error_code error;  // one that is gone is told by whoever opens it
        const bool is_outside =
            std::filesystem::exists(source.path, error) && !root.contains(source.path);
        if (!is_outside) continue;
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("the corpus {} was made of files outside the root folder, which "
                                "are not served; without \"original\" its games are written from "
                                "the corpus alone",
                                corpus.path()));
    }
    return {};
}

Result<Work> games_work(Service& service, Asked asked) {
    if (!asked.set_id.empty()) {
        auto found = service.find_set(asked.set_id, *asked.open);
        if (!found.set) return answered(std::move(found.refusal));
        asked.set = std::move(found.set);
        asked.open = asked.set->corpus;
    }
    const wire::GamesRequest& wanted = asked.request;
    EDGE_CHECK(check_links(service.root(), asked.open->name, wanted.asked.expr));
    if (wanted.original) EDGE_CHECK(check_sources(service.root(), asked.open->corpus));
    // A source may be packed, and is then unpacked up to the game.
    const bool is_short = (asked.set || wanted.game) && !wanted.original;
    const auto run = [&service, asked = std::move(asked)](const Cancellation& cancellation) {
        return list_games(service, asked, cancellation);
    };
    return Work{run, is_short ? Work::Length::Lookup : Work::Length::Scan};
}

Result<Reply> games(Service& service, const Request& request, const PathValues&) {
    Asked asked;
    asked.request = EDGE_TRY(read_request(request));
    wire::GamesRequest& wanted = asked.request;
    EDGE_CHECK(check_no_paths(wanted.asked.expr));
    if (!wanted.game) wanted.limit = wanted.limit.value_or(kDefaultGames);
    if (wanted.limit.value_or(0) > kMostGames) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("limit: found {}, expected at most {}; the cursor goes on",
                                *wanted.limit, kMostGames));
    }
    asked.set_id = std::string(request.parameter("set").value_or(""));
    if (!asked.set_id.empty() && (!wire::asks_for_all(wanted.asked.expr) || wanted.game)) {
        return fail(ErrorCode::InvalidArgument,
                    "found a set beside a query, a bitmap or a game, expected one");
    }
    const std::string corpus = wanted.corpus;
    return work_over(
        service, corpus,
        [&service, asked = std::move(asked)](std::shared_ptr<const OpenCorpus> open) mutable {
            asked.open = std::move(open);
            return games_work(service, std::move(asked));
        });
}

}  // namespace

void add_games_routes(Router& router, Service& service) {
    router.add({Method::Get, "/games", Access::Read, handler(service, games)});
}

}  // namespace edge::server
