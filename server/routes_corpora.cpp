// GET /corpora, /corpus/inspect, /players, /names and /files: which corpora there are, what one
// holds, and what could become one.
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "corpus/corpus_inspection.h"
#include "corpus_list.h"
#include "game_file_list.h"
#include "parameters.h"
#include "query/players/find_players.h"
#include "routes.h"
#include "service.h"
#include "wire/inspect/inspect_json.h"
#include "wire/json/json_text.h"
#include "wire/json/request_error.h"
#include "wire/players/players_answer.h"
#include "wire/players/players_request.h"
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

std::string files_json(const std::vector<ListedGameFile>& files) {
    wire::Json json;
    wire::Json& list = json["files"] = wire::Json::array();
    for (const ListedGameFile& file : files) {
        wire::Json& item = list.emplace_back();
        item["path"] = file.path;
        item["bytes"] = file.bytes;
        item["kind"] = formats::kind_name(file.kind);
    }
    return wire::json_text(json);
}

Result<Reply> files(Service& service, const Request& request, const PathValues&) {
    EDGE_CHECK(request.only_parameters({}));
    const auto run = [&service](const Cancellation& cancellation) -> Result<Response> {
        return json_response(files_json(EDGE_TRY(list_game_files(service.root(), cancellation))));
    };
    return Reply(Work{run, Work::Length::Lookup});
}

std::string names_json(const std::vector<query::FoundPlayer>& players) {
    wire::Json json;
    wire::Json& list = json["names"] = wire::Json::array();
    for (const query::FoundPlayer& player : players) {
        wire::Json& item = list.emplace_back();
        item["name"] = player.name;
        item["games"] = player.totals ? wire::Json(player.totals->games) : wire::Json(nullptr);
    }
    return wire::json_text(json);
}

constexpr uint64_t kMostPlayers = 100;

Result<Reply> players(Service& service, const Request& request, const PathValues&) {
    auto asked = EDGE_TRY(read_parameters(request, wire::players_fields()));
    if (asked.limit > kMostPlayers) {
        return wire::wrong_at(
            "/limit", fmt::format("found {}, expected at most {}", asked.limit, kMostPlayers));
    }
    using Open = std::shared_ptr<const OpenCorpus>;
    const auto make = [](Service&, const Open& open,
                         const wire::PlayersRequest& wanted) -> Result<Work> {
        const auto run = [open, wanted](const Cancellation& cancellation) -> Result<Response> {
            return json_response(EDGE_TRY(wire::answer_players_request(
                open->corpus, wanted, [&cancellation] { return cancellation.is_cancelled(); })));
        };
        return Work{run, Work::Length::Lookup};
    };
    return work_for(service, std::move(asked), make);
}

Result<size_t> names_limit(const Request& request) {
    const auto given = find_parameter(request, "limit");
    if (!given) return 20;
    const size_t limit = parse_number<size_t>(given->text).value_or(0);
    if (limit >= 1 && limit <= kMostPlayers) return limit;
    return given->expected(fmt::format("a number from 1 to {}", kMostPlayers));
}

Result<Reply> names(Service& service, const Request& request, const PathValues&) {
    EDGE_CHECK(request.only_parameters({"corpus", "part", "limit"}));
    const std::string corpus = EDGE_TRY(request.required_parameter("corpus"));
    const std::string part(request.parameter("part").value_or(""));
    const size_t limit = EDGE_TRY(names_limit(request));
    using Open = std::shared_ptr<const OpenCorpus>;
    return work_over(service, corpus, [part, limit](const Open& open) -> Result<Work> {
        const auto run = [open, part, limit](const Cancellation& cancellation) -> Result<Response> {
            const auto is_cancelled = [&cancellation] { return cancellation.is_cancelled(); };
            return json_response(
                names_json(EDGE_TRY(query::find_players(open->corpus, part, limit, is_cancelled))));
        };
        return Work{run, Work::Length::Lookup};
    });
}

}  // namespace

void add_corpora_routes(Router& router, Service& service) {
    router.add({Method::Get, "/corpora", Access::Read, handler(service, corpora)});
    router.add({Method::Get, "/corpus/inspect", Access::Read, handler(service, inspect)});
    router.add({Method::Get, "/files", Access::Read, handler(service, files)});
    router.add({Method::Get, "/players", Access::Read, handler(service, players)});
    router.add({Method::Get, "/names", Access::Read, handler(service, names)});
}

}  // namespace edge::server
