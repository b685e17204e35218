#include "wire/query/aggregate_json.h"

#include <nlohmann/json.hpp>

namespace edge::wire {
namespace {

using query::GroupKey;

Json value_json(const query::Grouping& by, const query::GroupValue& value) {
    if (query::is_unknown(value)) return nullptr;
    switch (by.key) {
        case GroupKey::Year:
        case GroupKey::Elo:
        case GroupKey::Pieces:
        case GroupKey::Plies:
            return std::get<uint64_t>(value);
        default:
            return query::value_text(by, value);
    }
}

}  // namespace

Json heatmap_json(const query::Heatmap& heatmap, query::KindSet kinds) {
    Json json;
    json["total_positions"] = heatmap.total_positions;
    json["total_games"] = heatmap.total_games;
    Json& planes = json["planes"] = Json::object();
    for (size_t plane = 0; plane < query::kHeatmapPlanes; ++plane) {
        const unsigned kind = index(query::kind_of_plane(plane));
        if (kinds != 0 && (kinds >> kind & 1) == 0) continue;
        planes[std::string(1, query::kPlaneLetters[plane])] = heatmap.counts[plane];
    }
    return json;
}

Json groups_json(const query::GroupTable& table) {
    const bool by_player = table.by.key == GroupKey::Player;
    Json json;
    json["group_by"] = to_text(table.by);
    json["total_positions"] = table.total_positions;
    json["distinct_groups"] = table.distinct_groups;
    json["sorted_by"] = table.sorted_by_games ? "games" : "positions";
    Json& rows = json["rows"] = Json::array();
    for (const query::GroupRow& row : table.rows) {
        Json& value = rows.emplace_back();
        value["key"] = value_json(table.by, row.value);
        value["positions"] = row.positions;
        value["games"] = row.games;
        value[by_player ? "wins" : "white"] = row.white;
        value["draws"] = row.draws;
        value[by_player ? "losses" : "black"] = row.black;
    }
    return json;
}

std::string position_json(const query::ListedPosition& position) {
    Json json;
    json["game_id"] = position.game_id;
    json["shard"] = position.place.shard;
    json["game"] = position.place.index;
    json["ply"] = position.ply;
    if (!position.fen.empty()) json["fen"] = position.fen;
    if (!position.epd.empty()) json["epd"] = position.epd;
    return json_text(json);
}

Json partition_json(const query::Grouping& by, const std::vector<query::PartitionFile>& parts) {
    Json json;
    json["partition"] = to_text(by);
    Json& list = json["parts"] = Json::array();
    for (const query::PartitionFile& part : parts) {
        list.push_back({{"value", value_json(by, part.value)},
                        {"name", part.name},
                        {"path", part.path.string()},
                        {"games", part.games}});
    }
    return json;
}

}  // namespace edge::wire
