#include "wire/explore_json.h"

#include <nlohmann/json.hpp>

#include "wire/json_text.h"

namespace edge::wire {
namespace {

void add_score(Json& json, const explorer::Score& score) {
    json["total"] = score.total();
    json["white"] = score.white;
    json["draws"] = score.draws;
    json["black"] = score.black;
}

Json answer_value(const explorer::Answer& answer) {
    Json json;
    json["fen"] = answer.fen;
    add_score(json, answer.score);
    json["source"] = answer.source == explorer::Source::Tree ? "tree" : "scan";
    json["tree_plies"] = json_or_null(answer.tree_plies);
    Json& moves = json["moves"] = Json::array();
    for (const explorer::MoveRow& row : answer.moves) {
        Json& move = moves.emplace_back();
        move["san"] = row.san;
        move["uci"] = row.uci;
        add_score(move, row.score);
    }
    return json;
}

}  // namespace

std::string explore_json(const explorer::Answer& answer) { return json_text(answer_value(answer)); }

std::string explore_batch_json(std::span<const explorer::Answer> answers) {
    Json json;
    Json& list = json["answers"] = Json::array();
    for (const explorer::Answer& answer : answers) list.push_back(answer_value(answer));
    return json_text(json);
}

}  // namespace edge::wire
