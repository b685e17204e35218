#include "wire/index_request.h"

#include <array>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/size_text.h"
#include "query/text.h"
#include "wire/json_reader.h"
#include "wire/query_json_parts.h"
#include "wire/request_fields.h"

namespace edge::wire {
namespace {

constexpr std::array<std::string_view, 2> kNeeded = {"inputs", "out"};
constexpr std::array<std::string_view, 18> kFields = {
    "inputs",    "out",        "from",           "deleted",    "force", "shards",
    "tree",      "tree_plies", "tree_min_games", "tree_games", "extra", "cols",
    "bad_games", "where",      "max_games",      "sample",     "seed",  "memory"};
constexpr std::array<std::string_view, 3> kBadGames = {"keep", "skip", "fail"};
constexpr int64_t kMaxShards = 1024;  // each takes descriptors and buffers
constexpr int64_t kMaxPlies = 1'000'000;
constexpr int64_t kMaxMinGames = 1'000'000'000;

Status read_tree(const JsonNode& node, ingest::IndexOptions& options) {
    if (node.has("tree")) options.tree = EDGE_TRY(node.at("tree").boolean());
    if (node.has("tree_games")) options.tree_games = EDGE_TRY(node.at("tree_games").boolean());
    if (node.has("tree_plies")) {
        const JsonNode plies = node.at("tree_plies");
        const bool all = plies.is_text() && EDGE_TRY(plies.text()) == "all";
        options.tree_plies =
            all ? ingest::kAllPlies : static_cast<uint32_t>(EDGE_TRY(plies.integer(1, kMaxPlies)));
    }
    if (node.has("tree_min_games")) {
        options.tree_min_games =
            static_cast<uint32_t>(EDGE_TRY(node.at("tree_min_games").integer(1, kMaxMinGames)));
    }
    return {};
}

Result<double> read_share(const JsonNode& node) {
    if (!node.value().is_number()) return node.expected("a number above 0 and up to 1");
    const double share = node.value().get<double>();
    if (share > 0 && share <= 1) return share;
    return node.expected("a number above 0 and up to 1");
}

Status read_choice(const JsonNode& node, ingest::GameChoice& choice) {
    if (node.has("where")) {
        auto expr = EDGE_TRY(node.at("where").notation(query::parse_text));
        auto filter = query::GameFilter::make(std::move(expr));
        if (!filter) return node.at("where").wrong(filter.error().message);
        choice.where = std::move(*filter);
    }
    if (node.has("max_games")) {
        choice.max_games =
            static_cast<uint64_t>(EDGE_TRY(node.at("max_games").integer(1, INT64_MAX)));
    }
    if (node.has("sample")) choice.sample = EDGE_TRY(read_share(node.at("sample")));
    if (node.has("seed")) {
        if (!node.has("sample")) return node.at("seed").wrong("expected \"sample\" beside it");
        choice.seed = static_cast<uint64_t>(EDGE_TRY(node.at("seed").integer(0, INT64_MAX)));
    }
    return {};
}

}  // namespace

Result<ingest::IndexOptions> parse_index_request(std::string_view json) {
    const Json document = EDGE_TRY(parse_json(json));
    const JsonNode node(document, "the request");
    EDGE_CHECK(check_fields(node, kFields));
    EDGE_CHECK(check_needed(node, kNeeded));
    ingest::IndexOptions options;
    options.inputs = EDGE_TRY(read_texts(node.at("inputs")));
    options.out = EDGE_TRY(node.at("out").text());
    if (node.has("from")) {
        options.from = EDGE_TRY(node.at("from").notation(ingest::parse_game_kind));
    }
    options.keep_deleted = EDGE_TRY(read_switch(node, "deleted"));
    options.force = EDGE_TRY(read_switch(node, "force"));
    if (node.has("shards")) {
        options.shards = static_cast<uint32_t>(EDGE_TRY(node.at("shards").integer(1, kMaxShards)));
    }
    EDGE_CHECK(read_tree(node, options));
    if (node.has("extra")) options.extra = EDGE_TRY(node.at("extra").boolean());
    if (node.has("cols")) options.cols = EDGE_TRY(node.at("cols").boolean());
    if (node.has("bad_games")) {
        options.bad_games = EDGE_TRY(read_enum<ingest::BadGames>(node.at("bad_games"), kBadGames));
    }
    EDGE_CHECK(read_choice(node, options.choice));
    if (node.has("memory")) options.memory = EDGE_TRY(node.at("memory").notation(parse_size));
    return options;
}

}  // namespace edge::wire
