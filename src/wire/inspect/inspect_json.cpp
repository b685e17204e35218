#include "wire/inspect/inspect_json.h"

#include <nlohmann/json.hpp>

#include "wire/json/json_text.h"

namespace edge::wire {
namespace {

Json meta_value(const corpus::Meta& meta) {
    Json json;
    json["version"] = 2;
    json["num_shards"] = meta.num_shards;
    json["total_games"] = meta.total_games;
    json["total_moves"] = meta.total_moves;
    json["source_pgn_stem"] = json_or_null(meta.source_pgn_stem);
    json["source_pgn_size"] = json_or_null(meta.source_pgn_size);
    json["indexed_at"] = json_or_null(meta.indexed_at);
    json["tree_plies"] = json_or_null(meta.tree_plies);
    json["tree_min_games"] = json_or_null(meta.tree_min_games);
    json["tree_hash"] = json_or_null(meta.tree_hash);
    json["tree_sorted"] = meta.has_sorted_tree();
    json["corpus_id"] = json_or_null(meta.corpus_id);
    json["checksums"] = nullptr;
    if (meta.checksums) json["checksums"] = meta.checksums->file;
    Json& sources = json["sources"] = Json::array();
    for (const corpus::MetaSource& source : meta.sources) {
        Json& added = sources.emplace_back(Json::object());
        added["path"] = source.path;
        added["size"] = json_or_null(source.size);
        if (source.games) added["games"] = *source.games;
    }
    Json& unknown = json["other"] = Json::object();
    for (const auto& [key, value] : meta.unknown) unknown[key] = value;
    return json;
}

Json shard_value(const corpus::ShardInspection& shard) {
    Json json;
    json["games"] = shard.games;
    json["plies"] = shard.plies;
    json["names"] = shard.names;
    json["moves_bytes"] = shard.moves_bytes;
    json["gameidx_bytes"] = shard.index_bytes;
    json["dict_bytes"] = shard.dict_bytes;
    json["cols_bytes"] = json_or_null(shard.cols_bytes);
    json["extra_bytes"] = json_or_null(shard.extra_bytes);
    return json;
}

Json tree_value(const corpus::TreeInspection& tree) {
    Json json;
    json["edges"] = tree.edges;
    json["buckets"] = tree.buckets;
    json["empty_buckets"] = tree.empty_buckets;
    json["largest_bucket"] = tree.largest_bucket;
    json["bytes"] = tree.bytes;
    json["start_games"] = tree.start_games;
    json["games"] = nullptr;
    if (tree.games) json["games"] = {{"lists", tree.games->lists}, {"bytes", tree.games->bytes}};
    Json& segments = json["segments"] = Json::array();
    for (const auto& segment : tree.segments) {
        segments.push_back({{"file", segment.file},
                            {"first_game", segment.first_game},
                            {"edges", segment.edges},
                            {"bytes", segment.bytes}});
    }
    return json;
}

Json bitmap_value(const corpus::BitmapInspection& bitmap) {
    Json json;
    json["name"] = bitmap.name;
    json["version"] = json_or_null(bitmap.version);
    json["bytes"] = bitmap.bytes;
    json["games_set"] = json_or_null(bitmap.games_set);
    if (!bitmap.error.empty()) json["error"] = bitmap.error;
    return json;
}

Json verify_value(const corpus::VerifyReport& report) {
    Json json;
    json["ok"] = report.ok();
    json["games"] = report.games;
    json["plies"] = report.plies;
    json["edges"] = report.edges;
    Json& counts = json["counts"] = Json::object();
    for (const auto& [kind, count] : report.counts) counts[kind] = count;
    Json& findings = json["findings"] = Json::array();
    for (const corpus::Finding& finding : report.findings) {
        findings.push_back({{"kind", finding.kind}, {"message", finding.message}});
    }
    return json;
}

}  // namespace

std::string inspect_json(const corpus::Inspection& inspection, const corpus::VerifyReport* report) {
    Json json;
    json["path"] = inspection.path;
    json["total_bytes"] = inspection.total_bytes;
    json["meta"] = meta_value(inspection.meta);
    Json& shards = json["shards"] = Json::array();
    for (const auto& shard : inspection.shards) shards.push_back(shard_value(shard));
    json["tree"] = inspection.tree ? tree_value(*inspection.tree) : Json(nullptr);
    Json& bitmaps = json["bitmaps"] = Json::array();
    for (const auto& bitmap : inspection.bitmaps) {
        bitmaps.push_back(bitmap_value(bitmap));
    }
    json["warnings"] = inspection.warnings;
    if (report != nullptr) json["verify"] = verify_value(*report);
    return json_text(json);
}

std::string inspect_json(std::string_view path, const corpus::VerifyReport& report) {
    Json json;
    json["path"] = path;
    json["total_bytes"] = nullptr;
    json["meta"] = nullptr;
    json["shards"] = Json::array();
    json["tree"] = nullptr;
    json["bitmaps"] = Json::array();
    json["warnings"] = Json::array();
    json["verify"] = verify_value(report);
    return json_text(json);
}

}  // namespace edge::wire
