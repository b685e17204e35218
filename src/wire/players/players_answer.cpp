#include "wire/players/players_answer.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "wire/json/json_text.h"

namespace edge::wire {
namespace {

// Of a number that is 0 where nothing is known.
Json known_or_null(uint16_t number) { return number == 0 ? Json(nullptr) : Json(number); }

Json player_value(const query::FoundPlayer& player) {
    const corpus::PlayerTotals totals = player.totals.value_or(corpus::PlayerTotals{});
    Json json;
    json["name"] = player.name;
    json["games"] = player.totals ? Json(totals.games) : Json(nullptr);
    json["first_year"] = known_or_null(totals.first_year);
    json["last_year"] = known_or_null(totals.last_year);
    json["min_elo"] = known_or_null(totals.min_elo);
    json["max_elo"] = known_or_null(totals.max_elo);
    if (!player.other_names.empty()) json["other_names"] = player.other_names;
    return json;
}

}  // namespace

Result<PlayersAnswer> run_players_request(const corpus::Corpus& corpus,
                                          const PlayersRequest& request,
                                          const std::function<bool()>& is_cancelled) {
    PlayersAnswer answer{
        EDGE_TRY(query::find_players(corpus, request.text, request.limit, is_cancelled)), {}};
    if (!EDGE_TRY(corpus.players(is_cancelled))->has_totals()) {
        answer.warnings.push_back(fmt::format(
            "{}: games are not counted, since not every shard has its columns (N.cols); add them "
            "to the corpus",
            corpus.path()));
    }
    return answer;
}

std::string players_json(const corpus::Corpus& corpus, const PlayersRequest& request,
                         const PlayersAnswer& answer) {
    Json json;
    json["corpus"] = corpus.path();
    json["text"] = request.text;
    Json& players = json["players"] = Json::array();
    for (const query::FoundPlayer& player : answer.players) players.push_back(player_value(player));
    if (!answer.warnings.empty()) json["warnings"] = answer.warnings;
    return json_text(json);
}

Result<std::string> answer_players_request(const corpus::Corpus& corpus,
                                           const PlayersRequest& request,
                                           const std::function<bool()>& is_cancelled) {
    return players_json(corpus, request,
                        EDGE_TRY(run_players_request(corpus, request, is_cancelled)));
}

std::string alias_groups_json(const corpus::Corpus& corpus,
                              const std::vector<std::vector<std::string>>& groups,
                              const std::optional<std::string>& output) {
    Json json;
    json["corpus"] = corpus.path();
    json["groups"] = groups;
    json["output"] = json_or_null(output);
    return json_text(json);
}

}  // namespace edge::wire
