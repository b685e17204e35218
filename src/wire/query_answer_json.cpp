#include "wire/query_answer_json.h"

#include <optional>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "chess/san.h"
#include "corpus/replay.h"
#include "wire/aggregate_json.h"
#include "wire/json_text.h"

namespace edge::wire {
namespace {

Json head_json(const AnswerHead& head) {
    Json json;
    json["games_matched"] = head.games_matched;
    json["games_scanned"] = head.games_scanned;
    json["query"] = head.query.text();
    json["corpus"] = head.query.corpus().path();
    if (!head.files.empty()) json["files"] = head.files;
    if (!head.warnings.empty()) json["warnings"] = head.warnings;
    return json;
}

// The move played at that ply; nothing at the last position.
Result<std::optional<std::string>> move_at(const corpus::Corpus& corpus,
                                           const query::GameMatch& match,
                                           const corpus::GameView& game, uint32_t ply) {
    if (ply >= game.plies()) return std::nullopt;
    std::optional<std::string> san;
    corpus::replay(game, [&](uint32_t at, const Position& position, Move move) {
        if (at == ply) san = to_san(position, move);
        return at < ply;
    });
    if (san) return san;
    return fail(ErrorCode::Corrupt,
                fmt::format("{}: game {} has a move before ply {} that cannot be played",
                            corpus.shard(match.place.shard).moves_path(), match.place.index, ply));
}

Result<Json> match_value(const corpus::Corpus& corpus, const query::GameMatch& match) {
    const auto game = EDGE_TRY(corpus.shard(match.place.shard).game(match.place.index));
    std::optional<std::string> move;
    if (!match.plies.empty()) {
        move = EDGE_TRY(move_at(corpus, match, game, match.plies.back()));
    }
    Json json;
    json["game_id"] = match.game_id;
    json["shard"] = match.place.shard;
    json["game"] = match.place.index;
    json["pgn_offset"] = game.header().pgn_offset;
    json["plies"] = match.plies;
    json["move"] = json_or_null(move);
    return json;
}

}  // namespace

std::string count_answer_json(const AnswerHead& head) { return json_text(head_json(head)); }

std::string heatmap_answer_json(const AnswerHead& head, const query::Heatmap& heatmap,
                                query::KindSet kinds) {
    Json json = head_json(head);
    json["positions_matched"] = heatmap.total_positions;
    json["heatmap"] = heatmap_json(heatmap, kinds);
    return json_text(json);
}

std::string groups_answer_json(const AnswerHead& head, const query::GroupTable& table) {
    Json json = head_json(head);
    json["positions_matched"] = table.total_positions;
    json["groups"] = groups_json(table);
    return json_text(json);
}

std::string positions_answer_json(const AnswerHead& head, const query::PositionListTotals& totals) {
    Json json = head_json(head);
    json["positions_matched"] = totals.matched;
    json["positions_listed"] = totals.listed;
    return json_text(json);
}

std::string partition_answer_json(const AnswerHead& head, query::GroupKey key,
                                  const std::vector<query::PartitionFile>& parts) {
    Json json = head_json(head);
    json.update(partition_json(key, parts));
    return json_text(json);
}

Result<std::string> matches_answer_json(const AnswerHead& head, const query::Matches& matches) {
    Json json = head_json(head);
    Json& list = json["matches"] = Json::array();
    for (const query::GameMatch& match : matches.games) {
        list.push_back(EDGE_TRY(match_value(head.query.corpus(), match)));
    }
    return json_text(json);
}

std::string explain_json(const query::Query& query) {
    Json json;
    json["query"] = query.text();
    json["corpus"] = query.corpus().path();
    json["header_only"] = query.is_header_only();
    Json& lines = json["explain"] = Json::array();
    std::istringstream text(query.explain());
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return json_text(json);
}

Result<std::string> match_json(const corpus::Corpus& corpus, const query::GameMatch& match) {
    return json_text(EDGE_TRY(match_value(corpus, match)));
}

}  // namespace edge::wire
