#include "wire/combine/bitmap_json.h"

#include <nlohmann/json.hpp>

#include "wire/json/json_text.h"

namespace edge::wire {

std::string bitmap_combine_json(BitmapOperation operation, std::span<const std::string> inputs,
                                std::string_view output, const Bitmap& result) {
    Json json;
    json["op"] = name_of(operation);
    json["inputs"] = inputs;
    json["output"] = output;
    json["games_total"] = result.layout().total();
    json["games_set"] = result.count();
    return json_text(json);
}

std::string bitmap_info_json(std::string_view path, const BitmapSummary& bitmap) {
    Json json;
    json["path"] = path;
    json["version"] = bitmap.version;
    json["bytes"] = bitmap.bytes;
    json["corpus_id"] = bitmap.corpus_id ? Json(to_hex(*bitmap.corpus_id)) : Json(nullptr);
    json["num_shards"] = bitmap.layout.shard_count();
    json["games_total"] = bitmap.layout.total();
    json["games_set"] = bitmap.total_set();
    Json& shards = json["shards"] = Json::array();
    for (uint32_t shard = 0; shard < bitmap.layout.shard_count(); ++shard) {
        shards.push_back({{"shard", shard},
                          {"games", bitmap.layout.shard_games[shard]},
                          {"set", bitmap.games_set[shard]}});
    }
    return json_text(json);
}

std::string bitmap_list_json(std::string_view corpus,
                             std::span<const corpus::BitmapInspection> bitmaps) {
    Json json;
    json["corpus"] = corpus;
    Json& list = json["bitmaps"] = Json::array();
    for (const corpus::BitmapInspection& bitmap : bitmaps) {
        Json& value = list.emplace_back();
        value["name"] = bitmap.name;
        value["version"] = json_or_null(bitmap.version);
        value["bytes"] = bitmap.bytes;
        value["games_set"] = json_or_null(bitmap.games_set);
        if (!bitmap.error.empty()) value["error"] = bitmap.error;
    }
    return json_text(json);
}

}  // namespace edge::wire
