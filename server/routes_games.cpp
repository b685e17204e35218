// GET /games: the games of a query or of a kept set, a page at a time, in any of their forms.
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "asked_games.h"
#include "parameters.h"
#include "query/lang/text.h"
#include "routes.h"
#include "wire/games/games_answer.h"
#include "wire/games/games_request.h"
#include "wire/json/request_error.h"

namespace edge::server {
namespace {

constexpr uint64_t kDefaultGames = 20;
constexpr uint64_t kMostGames = 10'000;

Result<wire::GamesRequest> read_request(const Request& request) {
    auto wanted = EDGE_TRY(read_parameters(request, wire::games_fields(), {"set"}));
    if (const Status columns = wire::complete_games_request(wanted); !columns) {
        return wire::wrong_at("/columns", columns.error().message);
    }
    EDGE_CHECK(wire::check_games_request(wanted));
    return wanted;
}

std::string content_type_of(wire::GamesFormat format) {
    switch (format) {
        case wire::GamesFormat::Pgn:
            return "application/x-chess-pgn";
        case wire::GamesFormat::Uci:
        case wire::GamesFormat::Table:
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

using AskedList = AskedGames<wire::GamesRequest>;

// The set knows which games match; the query says at which plies they do.
Result<Response> list_games(const Service& service, const AskedList& asked,
                            const Cancellation& cancellation) {
    const auto options = run_options(service, cancellation);
    const corpus::Corpus& corpus = asked.open->corpus;
    const query::Expr& expr = asked.set ? asked.set->expr : asked.request.asked.expr;
    const auto query = EDGE_TRY(query::Query::prepare(corpus, expr));
    const auto& request = asked.request;
    auto selection = asked.set
                         ? EDGE_TRY(games::select_from(
                               corpus, asked.set->chosen.bitmap, asked.set->id,
                               {.sort = request.sort,
                                .descending = request.descending,
                                .page = wire::page_of(request.asked, request.skip, request.limit),
                                .cursor = request.cursor}))
                         : EDGE_TRY(wire::select_games(query, request, options));
    if (asked.set) {
        selection.warnings = asked.set->chosen.warnings;
        selection.aliases = asked.set->chosen.aliases;
    }
    Response response{200, content_type_of(request.format), ""};
    EDGE_CHECK(wire::write_games(query, request, selection, options,
                                 text_sink(response.body, cancellation)));
    return response;
}

// The sources of a corpus may be anywhere on this machine.
Status check_sources(const Root& root, const corpus::Corpus& corpus) {
    for (const corpus::MetaSource& source : corpus.meta().sources) {
        std::error_code error;  // a missing one is reported when it is opened
        const bool is_outside =
            std::filesystem::exists(source.path, error) && !root.contains(source.path);
        if (!is_outside) continue;
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("the corpus {} was made from files outside the root folder, which "
                                "are not served; without \"original\" its games are written from "
                                "the corpus alone",
                                corpus.path()));
    }
    return {};
}

Result<Work> games_work(Service& service, AskedList asked) {
    const wire::GamesRequest& wanted = asked.request;
    if (wanted.original) EDGE_CHECK(check_sources(service.root(), asked.open->corpus));
    // A source may be compressed, and is then unpacked up to the game.
    const bool is_short = (asked.set || wanted.game) && !wanted.original;
    const auto run = [&service, asked = std::move(asked)](const Cancellation& cancellation) {
        return list_games(service, asked, cancellation);
    };
    return Work{run, is_short ? Work::Length::Lookup : Work::Length::Scan};
}

Result<Reply> games(Service& service, const Request& request, const PathValues&) {
    AskedList asked;
    asked.request = EDGE_TRY(read_request(request));
    wire::GamesRequest& wanted = asked.request;
    EDGE_CHECK(check_no_paths(wanted.asked.expr));
    if (!wanted.game) wanted.limit = wanted.limit.value_or(kDefaultGames);
    if (wanted.limit.value_or(0) > kMostGames) {
        return wire::wrong_at(
            "/limit", fmt::format("found {}, expected at most {}; the cursor gives the rest",
                                  *wanted.limit, kMostGames));
    }
    asked.set_id = std::string(request.parameter("set").value_or(""));
    if (!asked.set_id.empty() && (asked.has_query() || wanted.game)) {
        return fail(ErrorCode::InvalidArgument,
                    "found a set together with a query, a bitmap or a game, expected one of them");
    }
    return work_over_games(service, std::move(asked), games_work);
}

}  // namespace

void add_games_routes(Router& router, Service& service) {
    router.add({Method::Get, "/games", Access::Read, handler(service, games)});
}

}  // namespace edge::server
