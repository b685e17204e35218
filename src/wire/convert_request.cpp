#include "wire/convert_request.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "wire/json_reader.h"
#include "wire/query_json_parts.h"
#include "wire/request_fields.h"

namespace edge::wire {
namespace {

constexpr std::array<std::string_view, 2> kNeeded = {"inputs", "out"};
constexpr std::array<std::string_view, 15> kFields = {
    "inputs", "out",        "from",      "to",        "deleted",
    "force",  "bad_games",  "drop_site", "score",     "score_pov",
    "query",  "query_json", "scoutfish", "min_games", "max_ply"};
constexpr std::array<std::string_view, 2> kBadGames = {"keep", "fail"};
constexpr std::array<std::string_view, 4> kSources = {"auto", "eval", "engine", "zero"};
constexpr std::array<std::string_view, 2> kViews = {"white", "mover"};
constexpr int64_t kMaxMinGames = 1'000'000'000;
constexpr int64_t kMaxPlies = 1'000'000;

Result<std::optional<ingest::GameKind>> read_kind(const JsonNode& node, std::string_view field) {
    if (!node.has(field)) return std::nullopt;
    return EDGE_TRY(node.at(field).notation(ingest::parse_game_kind));
}

Status read_scores(const JsonNode& node, viriformat::ScoreOptions& scores) {
    if (node.has("score")) {
        scores.source = EDGE_TRY(read_enum<viriformat::ScoreSource>(node.at("score"), kSources));
    }
    if (node.has("score_pov")) {
        const bool is_white = EDGE_TRY(node.at("score_pov").one_of(kViews)) == 0;
        scores.view = is_white ? ScoreView::White : ScoreView::Mover;
    }
    return {};
}

Result<std::optional<uint32_t>> read_bounded(const JsonNode& node, std::string_view field,
                                             int64_t max) {
    if (!node.has(field)) return std::nullopt;
    return static_cast<uint32_t>(EDGE_TRY(node.at(field).integer(1, max)));
}

Result<std::optional<query::Expr>> read_choice(const JsonNode& node) {
    AskedQuery asked = EDGE_TRY(read_asked_query(node));
    if (asked.skip || asked.limit) {
        return node.at("scoutfish")
            .wrong("all games that match are converted; leave out skip and limit");
    }
    if (asks_for_all(asked.expr)) return std::nullopt;
    return std::move(asked.expr);
}

}  // namespace

Result<ingest::ConvertOptions> parse_convert_request(std::string_view json) {
    const Json document = EDGE_TRY(parse_json(json));
    const JsonNode node(document, "the request");
    EDGE_CHECK(check_fields(node, kFields));
    EDGE_CHECK(check_needed(node, kNeeded));
    ingest::ConvertOptions options;
    options.inputs = EDGE_TRY(read_texts(node.at("inputs")));
    options.out = EDGE_TRY(node.at("out").text());
    options.from = EDGE_TRY(read_kind(node, "from"));
    options.to = EDGE_TRY(read_kind(node, "to"));
    options.keep_deleted = EDGE_TRY(read_switch(node, "deleted"));
    options.force = EDGE_TRY(read_switch(node, "force"));
    options.drop_site = EDGE_TRY(read_switch(node, "drop_site"));
    if (node.has("bad_games")) {
        options.fail_on_bad_games = EDGE_TRY(node.at("bad_games").one_of(kBadGames)) == 1;
    }
    EDGE_CHECK(read_scores(node, options.scores));
    options.min_games = EDGE_TRY(read_bounded(node, "min_games", kMaxMinGames));
    options.max_ply = EDGE_TRY(read_bounded(node, "max_ply", kMaxPlies));
    options.query = EDGE_TRY(read_choice(node));
    return options;
}

}  // namespace edge::wire
