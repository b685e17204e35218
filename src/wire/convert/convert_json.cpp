#include "wire/convert/convert_json.h"

#include <string_view>

#include <nlohmann/json.hpp>

#include "wire/json/json_text.h"

namespace edge::wire {
namespace {

template <class Tallies>
Json tallies_json(const Tallies& tallies) {
    Json json = Json::object();
    for (const auto& [kind, tally] : tallies) {
        json[kind] = {{"count", tally.count}, {"examples", tally.examples}};
    }
    return json;
}

Json kinds_json(const std::vector<formats::GameKind>& kinds) {
    if (kinds.size() == 1) return std::string(kind_name(kinds.front()));
    Json json = Json::array();
    for (const formats::GameKind kind : kinds) json.push_back(std::string(kind_name(kind)));
    return json;
}

}  // namespace

std::string convert_json(const convert::ConvertReport& report) {
    Json json;
    json["from"] = kinds_json(report.from);
    json["to"] = std::string(kind_name(report.to));
    json["games_read"] = report.games.games_read;
    json["games_written"] = report.games.games_written;
    json["skipped"] = tallies_json(report.games.skipped);
    json["lost"] = tallies_json(report.games.lost);
    json["book"] = nullptr;
    if (report.book_positions) {
        json["book"] = {{"positions", *report.book_positions},
                        {"entries", report.book_entries.value_or(0)},
                        {"plies", report.book_plies.value_or(0)}};
    }
    json["warnings"] = report.warnings;
    json["output"] = report.output;
    json["seconds"] = report.seconds;
    return json_text(json);
}

}  // namespace edge::wire
