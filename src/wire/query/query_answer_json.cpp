#include "wire/query/query_answer_json.h"

#include <optional>
#include <sstream>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "chess/san.h"
#include "core/overloaded.h"
#include "corpus/replay.h"
#include "query/lang/text.h"
#include "wire/json/aliases_json.h"
#include "wire/json/json_text.h"
#include "wire/query/aggregate_json.h"
#include "wire/query/query_json_parts.h"

namespace edge::wire {
namespace {

Json head_json(const AnswerHead& head) {
    Json json;
    json["games_matched"] = head.games_matched;
    json["games_scanned"] = head.games_scanned;
    json["query"] = head.query.text();
    json["corpus"] = head.query.corpus().path();
    if (head.games_without_position) {
        json["games_without_position"] = *head.games_without_position;
    }
    if (!head.files.empty()) json["files"] = head.files;
    if (!head.warnings.empty()) json["warnings"] = head.warnings;
    add_aliases(head.aliases, json);
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

Status write_matches(const QueryAnswer& answer, const query::Page& page,
                     const query::RunOptions& options, const TextSink& write) {
    const query::Query& query = answer.head.query;
    std::string text = json_text(head_json(answer.head));
    text.back() = ',';  // instead of the brace, which comes last
    text += R"("matches":[)";
    EDGE_CHECK(write(text));
    bool is_first = true;
    const auto write_match = [&](const query::GameMatch& match) -> Status {
        text = is_first ? "" : ",";
        is_first = false;
        text += json_text(EDGE_TRY(match_value(query.corpus(), match)));
        return write(text);
    };
    EDGE_CHECK(query::visit_matches(query, answer.games, page, options, write_match));
    return write("]}");
}

}  // namespace

Status write_answer_json(const QueryAnswer& answer, const query::RunOptions& options,
                         const TextSink& write) {
    if (const auto* matches = std::get_if<MatchesFound>(&answer.found)) {
        return write_matches(answer, matches->page, options, write);
    }
    Json json = head_json(answer.head);
    std::visit(Overloaded{
                   [](const CountFound&) {},
                   [](const MatchesFound&) {},
                   [&](const HeatmapFound& found) {
                       json["positions_matched"] = found.heatmap.total_positions;
                       json["heatmap"] = heatmap_json(found.heatmap, found.kinds);
                   },
                   [&](const query::GroupTable& table) {
                       json["positions_matched"] = table.total_positions;
                       json["groups"] = groups_json(table);
                   },
                   [&](const query::PositionListTotals& totals) {
                       json["positions_matched"] = totals.matched;
                       json["positions_listed"] = totals.listed;
                   },
                   [&](const PartitionFound& found) {
                       json.update(partition_json(found.by, found.parts));
                   },
               },
               answer.found);
    return write(json_text(json));
}

Status answer_query_request(const corpus::Corpus& corpus, const QueryRequest& request,
                            const query::RunOptions& options, const TextSink& write) {
    const auto query = EDGE_TRY(query::Query::prepare(corpus, request.asked.expr));
    if (request.answer == AnswerKind::Explain) {
        return write(explain_json(query, request.asked.expr));
    }
    return write_answer_json(EDGE_TRY(run_query_request(query, request, options)), options, write);
}

Result<AnswerText> answer_in_memory(const query::Query& query, const QueryRequest& request,
                                    const query::RunOptions& options) {
    std::string positions;
    const auto list = [&positions](const query::ListedPosition& position) {
        if (!positions.empty()) positions += ',';
        positions += position_json(position);
        return true;
    };
    AnswerText text{EDGE_TRY(run_query_request(query, request, options, list)), {}};
    EDGE_CHECK(write_answer_json(text.answer, options, [&text](std::string_view piece) -> Status {
        text.json += piece;
        return {};
    }));
    if (request.answer == AnswerKind::Positions && request.output.empty()) {
        text.json.pop_back();
        text.json += fmt::format(R"(,"positions":[{}]}})", positions);
    }
    return text;
}

std::string explain_json(const query::Query& query, const query::Expr& asked) {
    Json json;
    json["query"] = query.text();
    json["text"] = query::to_text(asked);
    json["query_json"] = query_value(asked);
    json["corpus"] = query.corpus().path();
    json["header_only"] = query.is_header_only();
    Json& lines = json["explain"] = Json::array();
    std::istringstream text(query.explain());
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    if (!query.warnings().empty()) json["warnings"] = query.warnings();
    return json_text(json);
}

Result<std::string> match_json(const corpus::Corpus& corpus, const query::GameMatch& match) {
    return json_text(EDGE_TRY(match_value(corpus, match)));
}

}  // namespace edge::wire
