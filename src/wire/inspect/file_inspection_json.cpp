#include "wire/inspect/file_inspection_json.h"

#include <variant>

#include <nlohmann/json.hpp>

#include "wire/json/json_text.h"

namespace edge::wire {
namespace {

void add_fields(const viriformat::Statistics& inspection, Json& json) {
    json["size_bytes"] = inspection.size_bytes;
    json["games"] = inspection.games;
    json["positions"] = inspection.positions;
    json["results"] = {{"white", inspection.white_wins},
                       {"draw", inspection.draws},
                       {"black", inspection.black_wins}};
    json["sound"] = inspection.is_sound();
    json["problems"] = {{"bad_results", inspection.bad_results},
                        {"bad_boards", inspection.bad_boards},
                        {"illegal_games", inspection.illegal_games},
                        {"cut_games", inspection.cut_games}};
    json["examples"] = inspection.examples;
    json["standard_starts"] = inspection.standard_starts;
    json["chess960_games"] = inspection.chess960_games;
    json["captures"] = inspection.captures;
    json["castlings"] = inspection.castlings;
    json["en_passants"] = inspection.en_passants;
    json["promotions"] = inspection.promotions;
    json["plies"] = {{"shortest", inspection.shortest_plies},
                     {"average", inspection.average_plies()},
                     {"longest", inspection.longest_plies}};
    Json& scores = json["scores"] = Json::object();
    scores["bin"] = viriformat::Statistics::kScoreBin;
    Json& bins = scores["bins"] = Json::array();
    for (const auto& [from, positions] : inspection.positions_by_score) {
        bins.push_back({{"from", from}, {"positions", positions}});
    }
    scores["white_mates"] = inspection.white_mates;
    scores["black_mates"] = inspection.black_mates;
    Json& pieces = json["men"] = Json::object();
    for (size_t count = 0; count < inspection.positions_by_piece_count.size(); ++count) {
        const uint64_t positions = inspection.positions_by_piece_count[count];
        if (positions > 0) pieces[std::to_string(count)] = positions;
    }
}

void add_fields(const formats::BaseInspection& inspection, Json& json) {
    json["games"] = inspection.info.games;
    json["description"] = inspection.info.description;
    json["type"] = inspection.info.type;
    json["autoload"] = inspection.info.autoload;
    json["flags"] = inspection.info.flag_labels;
    json["si4_bytes"] = inspection.index_bytes;
    json["sn4_bytes"] = inspection.names_bytes;
    json["sg4_bytes"] = inspection.games_bytes;
}

void add_fields(const formats::FbpgnInspection& inspection, Json& json) {
    json["size_bytes"] = inspection.size_bytes;
    json["games"] = inspection.games;
    json["chunks"] = inspection.chunks;
    json["index_entries"] = json_or_null(inspection.index_entries);
    if (!inspection.matched) return;
    json["matched"] = *inspection.matched;
    Json& matches = json["matches"] = Json::array();
    for (const fbpgn::IndexEntry& entry : inspection.first_matches) {
        Json tags = Json::object();
        for (const GameTag& tag : entry.tags) tags[tag.name] = tag.value;
        matches.push_back({{"ref", entry.ref}, {"tags", std::move(tags)}});
    }
}

void add_fields(const formats::BookInspection& inspection, Json& json) {
    json["size_bytes"] = inspection.size_bytes;
    json["positions"] = inspection.positions;
    json["entries"] = inspection.entries;
}

}  // namespace

std::string file_inspection_json(const std::string& path, formats::GameKind kind,
                                 const formats::FileInspection& inspection) {
    Json json;
    json["path"] = path;
    json["kind"] = std::string(kind_name(kind));
    std::visit([&json](const auto& of_kind) { add_fields(of_kind, json); }, inspection);
    return json_text(json);
}

}  // namespace edge::wire
