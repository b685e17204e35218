#include "wire/game_json.h"

#include <nlohmann/json.hpp>

#include "corpus/tag_text.h"
#include "wire/json_text.h"

namespace edge::wire {

Result<std::string> game_json(const corpus::Corpus& corpus, const ingest::StoredGame& game) {
    Json json;
    json["game_id"] = game.id;
    const std::string lichess_id = ingest::lichess_id(game);
    json["lichess_id"] = lichess_id.empty() ? Json(nullptr) : Json(lichess_id);
    Json& tags = json["tags"] = Json::object();
    for (const auto& [name, text] : game.tags) tags[name] = text;
    json["result"] = corpus::result_text(game.header.result);
    json["plies"] = game.header.plies;
    json["pgn_offset"] = game.header.pgn_offset;
    json["moves"] = EDGE_TRY(ingest::main_line_san(corpus, game));
    return json_text(json);
}

}  // namespace edge::wire
