#include "wire/convert/convert_json.h"

#include <string>
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

Json positions_json(const convert::TrainingTable& table) {
    Json left_out = Json::object();
    for (size_t i = 0; i < table.left_out.size(); ++i) {
        if (table.left_out[i] == 0) continue;
        left_out[std::string(reason_name(static_cast<convert::LeftOutPosition>(i)))] =
            table.left_out[i];
    }
    Json scores = Json::array();
    for (size_t i = 0; i < table.scores.size(); ++i) {
        const bool is_last = i + 1 == convert::kScoreBands.size();
        scores.push_back({{"from", convert::kScoreBands[i]},
                          {"to", is_last ? Json() : Json(convert::kScoreBands[i + 1] - 1)},
                          {"positions", table.scores[i]}});
    }
    Json pieces = Json::object();
    for (size_t count = 0; count < table.pieces.size(); ++count) {
        if (table.pieces[count] > 0) pieces[std::to_string(count)] = table.pieces[count];
    }
    const auto result = [&table](GameResult which) {
        return table.results[static_cast<size_t>(which)];
    };
    return {{"considered", table.considered()},
            {"written", table.written},
            {"left_out", left_out},
            {"results",
             {{"white", result(GameResult::WhiteWins)},
              {"draw", result(GameResult::Draw)},
              {"black", result(GameResult::BlackWins)},
              {"unknown", result(GameResult::Unknown)}}},
            {"scores", scores},
            {"mates", table.mates},
            {"unscored", table.unscored},
            {"pieces", pieces},
            {"spilled_bytes", table.spilled_bytes}};
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
    json["positions"] = report.positions ? positions_json(*report.positions) : Json();
    json["warnings"] = report.warnings;
    json["output"] = report.output;
    json["seconds"] = report.seconds;
    return json_text(json);
}

}  // namespace edge::wire
