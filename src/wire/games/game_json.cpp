#include "wire/games/game_json.h"

#include <variant>

#include <nlohmann/json.hpp>

#include "core/overloaded.h"
#include "wire/json/aliases_json.h"
#include "wire/json/json_text.h"

namespace edge::wire {
namespace {

Json to_json(const games::ColumnValue& value) {
    return std::visit(Overloaded{
                          [](std::monostate) { return Json(nullptr); },
                          [](const games::TagList& tags) {
                              Json json = Json::object();
                              for (const auto& [name, text] : tags) json[name] = text;
                              return json;
                          },
                          [](const auto& plain) { return Json(plain); },
                      },
                      value);
}

}  // namespace

Result<std::string> game_json(const corpus::Corpus& corpus, const games::SelectedGame& game,
                              const std::vector<games::GameColumn>& columns) {
    Json json = Json::object();
    for (const games::GameColumn& column : columns) {
        json[column.name] = to_json(EDGE_TRY(games::value_of(column, corpus, game)));
    }
    return json_text(json);
}

std::string open_games_json(const query::Query& query, const games::GameSelection& selection) {
    Json json;
    json["games_matched"] = selection.games_matched;
    json["games_scanned"] = query.corpus().game_count();
    json["query"] = query.text();
    json["corpus"] = query.corpus().path();
    json["next_cursor"] = json_or_null(selection.next_cursor);
    if (!selection.warnings.empty()) json["warnings"] = selection.warnings;
    add_aliases(selection.aliases, json);
    std::string text = json_text(json);
    text.pop_back();  // the brace, which close_games_json adds
    return text + R"(,"games":[)";
}

std::string close_games_json() { return "]}"; }

}  // namespace edge::wire
