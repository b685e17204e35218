#include "wire/lichess/lichess_json.h"

#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "query/headers/time_class.h"
#include "wire/json/json_text.h"

namespace edge::wire {
namespace {

void add_score(Json& json, const corpus::Score& score) {
    json["white"] = score.white;
    json["draws"] = score.draws;
    json["black"] = score.black;
}

template <class T>
void add_known(Json& json, const char* name, const std::optional<T>& value) {
    if (value) json[name] = *value;
}

std::string month_text(uint16_t year, uint8_t month) {
    return fmt::format("{:04}-{:02}", year, month);
}

Json winner(corpus::GameResult result) {
    if (result == corpus::GameResult::WhiteWins) return "white";
    if (result == corpus::GameResult::BlackWins) return "black";
    return nullptr;
}

// An unknown rating is 0: clients expect a number here.
Json player(const std::string& name, uint16_t rating) {
    Json json;
    json["name"] = name;
    json["rating"] = rating;
    return json;
}

Json opening_value(const std::optional<Opening>& opening) {
    if (!opening) return nullptr;
    Json json;
    json["eco"] = opening->eco;
    json["name"] = opening->name;
    return json;
}

void add_game(Json& json, const LichessGame& game, LichessDatabase database) {
    const corpus::GameHeader& header = game.header;
    json["id"] = game.id;
    json["winner"] = winner(header.result);
    if (database != LichessDatabase::Masters) {
        const query::Speed speed = query::speed_of(header.time_control);
        if (speed != query::Speed::Unknown) {
            json["speed"] = kLichessSpeeds[static_cast<size_t>(speed)];
        }
        if (game.mode != explorer::GameMode::Unknown) {
            json["mode"] = kLichessModes[static_cast<size_t>(game.mode)];
        }
    }
    json["white"] = player(game.white, header.white_elo);
    json["black"] = player(game.black, header.black_elo);
    json["year"] = header.date.year;
    const bool has_month = header.date.year != 0 && header.date.month != 0;
    json["month"] = has_month ? Json(month_text(header.date.year, header.date.month)) : Json();
}

Json move_value(const LichessMove& move, LichessDatabase database) {
    Json json;
    json["uci"] = move.uci;
    json["san"] = move.san;
    if (database == LichessDatabase::Player) {
        add_known(json, "averageOpponentRating", move.details.average_opponent_rating);
        add_known(json, "performance", move.details.performance);
    } else {
        add_known(json, "averageRating", move.details.average_rating);
    }
    add_score(json, move.score);
    json["game"] = nullptr;
    if (move.game) {
        json["game"] = Json::object();
        add_game(json["game"], *move.game, database);
    }
    json["opening"] = opening_value(move.opening);
    return json;
}

Json game_list(const std::vector<ShownGame>& games, LichessDatabase database) {
    Json list = Json::array();
    for (const ShownGame& shown : games) {
        Json& json = list.emplace_back();
        json["uci"] = shown.uci;
        add_game(json, shown.game, database);
    }
    return list;
}

Json history_value(const std::vector<explorer::MonthScore>& history) {
    Json list = Json::array();
    for (const explorer::MonthScore& entry : history) {
        Json& json = list.emplace_back();
        json["month"] = month_text(entry.month.year, entry.month.month);
        add_score(json, entry.score);
    }
    return list;
}

}  // namespace

std::string lichess_json(const LichessAnswer& answer) {
    const bool is_player = answer.database == LichessDatabase::Player;
    Json json;
    add_score(json, answer.score);
    Json& moves = json["moves"] = Json::array();
    for (const LichessMove& move : answer.moves) moves.push_back(move_value(move, answer.database));
    if (answer.database != LichessDatabase::Masters) {
        json["recentGames"] = game_list(answer.recent_games, answer.database);
    }
    if (!is_player) json["topGames"] = game_list(answer.top_games, answer.database);
    json["opening"] = opening_value(answer.opening);
    // Everything is indexed already.
    if (is_player) json["queuePosition"] = 0;
    if (answer.history) json["history"] = history_value(*answer.history);
    return json_text(json);
}

}  // namespace edge::wire
