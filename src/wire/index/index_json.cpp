#include "wire/index/index_json.h"

#include <nlohmann/json.hpp>

#include "wire/json/json_text.h"

namespace edge::wire {

using formats::IssueReason;

namespace {

Json reasons_json(const indexing::IndexReport& report, bool skips) {
    Json json = Json::object();
    for (size_t i = 0; i < formats::kIssueReasons; ++i) {
        const auto reason = static_cast<IssueReason>(i);
        if (is_skip(reason) != skips || report.issue_counts[i] == 0) continue;
        json[std::string(reason_name(reason))] = report.issue_counts[i];
    }
    return json;
}

Json left_out_json(const indexing::IndexReport& report) {
    Json json = Json::object();
    for (size_t i = 0; i < indexing::kLeftOutReasons; ++i) {
        if (report.left_out[i] == 0) continue;
        json[std::string(reason_name(static_cast<indexing::LeftOut>(i)))] = report.left_out[i];
    }
    return json;
}

}  // namespace

Json index_value(const indexing::IndexReport& report) {
    Json json;
    json["corpus"] = report.corpus.string();
    json["games_read"] = report.games_read;
    json["games"] = report.games;
    json["skipped"] = reasons_json(report, true);
    for (const auto& [kind, tally] : report.reading.skipped) json["skipped"][kind] = tally.count;
    json["left_out"] = left_out_json(report);
    json["truncated"] = report.truncated;
    json["truncated_by"] = reasons_json(report, false);
    json["lost"] = Json::object();
    for (const auto& [kind, tally] : report.reading.lost) json["lost"][kind] = tally.count;
    json["plies"] = report.plies;
    json["shards"] = report.shards;
    json["input_bytes"] = report.input_bytes;
    json["corpus_bytes"] = report.corpus_bytes;
    json["tree"] = nullptr;
    if (report.has_tree) {
        json["tree"] = Json::object();
        json["tree"]["plies"] = report.tree_plies;
        json["tree"]["edges"] = report.tree.edges;
        json["tree"]["tuples"] = report.tree.tuples;
        json["tree"]["spilled_bytes"] = report.tree.spilled_bytes;
        json["tree"]["games"] = nullptr;
        if (report.tree.games) {
            json["tree"]["games"] = {{"lists", report.tree.games->lists},
                                     {"bytes", report.tree.games->bytes}};
        }
    }
    if (report.added) {
        json["added"]["first_game"] = report.added->first_game;
        json["added"]["total_games"] = report.added->total_games;
        json["added"]["total_shards"] = report.added->total_shards;
        json["added"]["has_many_shards"] = report.added->has_many_shards();
        json["added"]["tree_segments"] = report.added->tree_segments;
        json["added"]["known_sources"] = report.added->known_sources;
    }
    json["seconds"] = report.seconds;
    return json;
}

std::string index_json(const indexing::IndexReport& report) {
    return json_text(index_value(report));
}

std::string add_columns_json(const indexing::AddColumnsReport& report) {
    Json json;
    json["corpus"] = report.corpus.string();
    json["shards"] = report.shards;
    json["games"] = report.games;
    json["written"] = report.written;
    return json_text(json);
}

std::string add_tree_games_json(const tree::AddTreeGamesReport& report) {
    Json json;
    json["corpus"] = report.corpus.string();
    json["games"] = report.games;
    json["edges"] = report.edges;
    json["lists"] = report.lists;
    json["bytes"] = report.bytes;
    return json_text(json);
}

std::string issue_json(const indexing::LocatedIssue& located) {
    const formats::IndexIssue& issue = located.issue;
    Json json;
    json["kind"] = is_skip(issue.reason) ? "skipped" : "truncated";
    json["reason"] = std::string(reason_name(issue));
    json["file"] = located.file;
    json["line"] = located.line;
    json["offset"] = issue.at;
    json["game_offset"] = issue.game_at;
    json["plies"] = issue.plies;
    json["text"] = issue.text;
    json["white"] = issue.white;
    json["black"] = issue.black;
    return json_text(json);
}

}  // namespace edge::wire
