// GET /masters, /lichess and /player: the HTTP contract of the Lichess opening explorer, so that
// its clients work with a local corpus. docs/lichess_contract.md describes it.
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "chess/openings.h"
#include "corpus/game_set.h"
#include "corpus_list.h"
#include "explorer/lichess_games.h"
#include "games/games_export.h"
#include "lichess_parameters.h"
#include "routes.h"
#include "service.h"
#include "wire/lichess/lichess_answer.h"
#include "wire/lichess/lichess_game.h"
#include "wire/lichess/lichess_json.h"
#include "work.h"

namespace edge::server {
namespace {

using wire::LichessDatabase;

// The option of the daemon that chooses the corpus of a route.
struct CorpusOption {
    const char* flag;
    std::string Options::* value;
};

CorpusOption option_of(LichessDatabase database) {
    switch (database) {
        case LichessDatabase::Masters:
            return {"--masters", &Options::masters};
        case LichessDatabase::Lichess:
            return {"--lichess", &Options::lichess};
        case LichessDatabase::Player:
            break;
    }
    return {"--player", &Options::player};
}

// Finds the corpus of each route.
class LichessCorpora {
public:
    explicit LichessCorpora(Service& service) : service_(service) {}

    Result<std::shared_ptr<const OpenCorpus>> open(LichessDatabase database,
                                                   const Cancellation& cancellation) {
        const CorpusOption option = option_of(database);
        const std::string& named = service_.options().*option.value;
        if (!named.empty()) return service_.corpora().open(named);
        const std::lock_guard lock(mutex_);
        // Looking for it takes longer than an answer, so the corpus found is kept while it exists.
        if (!only_.empty()) {
            if (auto known = service_.corpora().open(only_)) return known;
        }
        const auto corpora = EDGE_TRY(list_corpora(service_.root(), cancellation));
        if (corpora.empty()) return fail(ErrorCode::NotFound, "found no corpus to answer from");
        if (corpora.size() > 1) {
            return fail(ErrorCode::NotFound,
                        fmt::format("found {} corpora; choose one when the daemon is started, such "
                                    "as {} {}",
                                    corpora.size(), option.flag, corpora.front().path));
        }
        only_ = corpora.front().path;
        return service_.corpora().open(only_);
    }

private:
    Service& service_;
    std::mutex mutex_;
    std::string only_;  // guarded by mutex_; empty until it has been looked for
};

// The games of a filter: kept from an earlier request, or found now. Null for all games where they
// can only be counted.
Result<std::shared_ptr<const KeptSet>> choose(Service& service,
                                              const std::shared_ptr<const OpenCorpus>& open,
                                              const explorer::LichessFilter& filter,
                                              const query::RunOptions& options) {
    if (filter.is_everything() && !open->corpus.has_tree_games()) return nullptr;
    // No query begins like this, so that sets of queries are not mistaken for these.
    const std::string text =
        filter.is_everything() ? "" : fmt::format("lichess: {}", explorer::text_of(filter));
    if (auto known = service.sets().find_query(*open, text)) return known;
    Bitmap games = EDGE_TRY(explorer::find_games(open->corpus, filter, options));
    auto set = EDGE_TRY(corpus::GameSet::of(open->corpus, games));
    return service.sets().keep(open, query::Expr{query::All{}},
                               {text, std::move(games), std::move(set)});
}

Response bad_request(const Error& error) {
    return {400, "text/plain; charset=utf-8", fmt::format("bad request: {}", error.message)};
}

class LichessRoutes {
public:
    explicit LichessRoutes(Service& service)
        : service_(service), corpora_(service), openings_(service.options().openings) {
        if (!openings_) openings_ = std::make_shared<const Openings>();
    }

    Reply explore(const Request& request, LichessDatabase database) {
        auto asked = parse_lichess_parameters(request, database);
        if (!asked) return bad_request(asked.error());
        return explore(std::move(*asked));
    }

    // What opening pages requested before /lichess had a parameter for it.
    Reply history(const Request& request) {
        auto asked = parse_lichess_parameters(request, LichessDatabase::Lichess);
        if (!asked) return bad_request(asked.error());
        asked->history = true;
        asked->moves = asked->top_games = asked->recent_games = 0;
        return explore(std::move(*asked));
    }

    Reply pgn(const std::string& id) {
        return Work{[this, id](const Cancellation& cancellation) -> Result<Response> {
            const auto open = EDGE_TRY(corpora_.open(LichessDatabase::Masters, cancellation));
            const auto game = EDGE_TRY(
                wire::find_lichess_game(open->corpus, id, run_options(service_, cancellation)));
            Response response{200, "application/x-chess-pgn", ""};
            EDGE_CHECK(games::append_pgn(open->corpus, game, response.body));
            return response;
        }};
    }

private:
    Reply explore(wire::LichessRequest asked) {
        const uint8_t asked_modes = asked.filter.modes;
        const auto run =
            [this, asked = std::move(asked)](const Cancellation& cancellation) -> Result<Response> {
            const auto open = EDGE_TRY(corpora_.open(asked.database, cancellation));
            const auto set =
                EDGE_TRY(choose(service_, open, asked.filter, run_options(service_, cancellation)));
            const auto answer = EDGE_TRY(wire::run_lichess_request(
                open->corpus, asked, set ? &set->chosen.games : nullptr, *openings_));
            std::string json = wire::lichess_json(answer);
            if (asked.database != LichessDatabase::Player) return json_response(std::move(json));
            // A stream of one line: there is nothing left to index.
            return Response{
                200, "application/x-ndjson", json + '\n', {{"X-Accel-Buffering", "no"}}};
        };
        // Modes are read from tags, which have to be unpacked.
        const bool is_short = asked_modes == explorer::LichessFilter::kAllModes;
        return Work{run, is_short ? Work::Length::Lookup : Work::Length::Scan};
    }

    Service& service_;
    LichessCorpora corpora_;
    std::shared_ptr<const Openings> openings_;
};

}  // namespace

void add_lichess_routes(Router& router, Service& service) {
    const auto routes = std::make_shared<LichessRoutes>(service);
    const auto add = [&](std::string_view pattern, Handler handler) {
        router.add({Method::Get, pattern, Access::Read, std::move(handler)});
    };
    const auto explore = [&routes](LichessDatabase database) -> Handler {
        return [routes, database](const Request& request, const PathValues&) -> Result<Reply> {
            return routes->explore(request, database);
        };
    };
    const Handler pgn = [routes](const Request&, const PathValues& values) -> Result<Reply> {
        return routes->pgn(values.front());
    };
    add("/masters", explore(LichessDatabase::Masters));
    add("/master", explore(LichessDatabase::Masters));
    add("/masters/pgn/{id}", pgn);
    add("/master/pgn/{id}", pgn);
    add("/lichess", explore(LichessDatabase::Lichess));
    add("/lichess/history", [routes](const Request& request, const PathValues&) -> Result<Reply> {
        return routes->history(request);
    });
    add("/player", explore(LichessDatabase::Player));
    add("/personal", explore(LichessDatabase::Player));
}

}  // namespace edge::server
