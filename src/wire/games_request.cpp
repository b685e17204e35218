#include "wire/games_request.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "query/wording.h"
#include "wire/query_json_parts.h"
#include "wire/request_fields.h"

namespace edge::wire {
namespace {

constexpr std::array<std::string_view, 5> kFormats = {"pgn", "uci", "jsonl", "csv", "json"};
constexpr std::array<std::string_view, 4> kSorts = {"none", "elo", "date", "plies"};
constexpr std::array<std::string_view, 14> kFields = {
    "corpus",   "query", "query_json", "scoutfish", "bitmap", "format", "columns",
    "original", "sort",  "desc",       "game",      "skip",   "limit",  "cursor"};

tl::unexpected<Error> wrong(std::string message) {
    return fail(ErrorCode::InvalidArgument, std::move(message));
}

template <class E>
Result<E> parse_word(std::string_view word, std::span<const std::string_view> names) {
    const auto found = std::ranges::find(names, word);
    if (found != names.end()) return static_cast<E>(found - names.begin());
    return wrong(
        fmt::format("found {}, expected {}", query::in_quotes(word), query::listed(names)));
}

Result<std::vector<ingest::GameColumn>> read_columns(const JsonNode& node, GamesFormat format) {
    std::string names;
    for (const JsonNode& item : EDGE_TRY(node.items(1))) {
        if (!names.empty()) names += ',';
        names += EDGE_TRY(item.text());
    }
    auto columns =
        ingest::parse_columns(names, row_format(format).value_or(ingest::RowFormat::Json));
    if (!columns) return node.wrong(columns.error().message);
    return columns;
}

}  // namespace

Result<GamesFormat> parse_games_format(std::string_view word) {
    return parse_word<GamesFormat>(word, kFormats);
}

Result<ingest::GameSort> parse_game_sort(std::string_view word) {
    return parse_word<ingest::GameSort>(word, kSorts);
}

std::optional<ingest::RowFormat> row_format(GamesFormat format) {
    switch (format) {
        case GamesFormat::Csv:
            return ingest::RowFormat::Csv;
        case GamesFormat::JsonLines:
        case GamesFormat::Json:
            return ingest::RowFormat::Json;
        case GamesFormat::Pgn:
        case GamesFormat::Uci:
            break;
    }
    return std::nullopt;
}

Status check_games_request(const GamesRequest& request, FieldNaming name) {
    if (request.original && request.format != GamesFormat::Pgn) {
        return wrong(fmt::format("{} goes with {} pgn only", name("original"), name("format")));
    }
    if (!request.columns.empty() && !row_format(request.format)) {
        return wrong(fmt::format("{} goes with {} jsonl, {} csv or {}", name("columns"),
                                 name("format"), name("format"), name("json")));
    }
    if (request.descending && request.sort == ingest::GameSort::None) {
        return wrong(fmt::format("{} goes with {} elo, date or plies", name("desc"), name("sort")));
    }
    const bool has_page = request.skip || request.limit;
    if (request.game && (!asks_for_all(request.asked.expr) || has_page ||
                         request.sort != ingest::GameSort::None || !request.cursor.empty())) {
        return wrong(fmt::format("{} names one game; it does not go with a query, {} or {}",
                                 name("game"), name("sort"), name("cursor")));
    }
    if (request.skip && !request.cursor.empty()) {
        return wrong(fmt::format("{} does not go with {}", name("cursor"), name("skip")));
    }
    return {};
}

Result<GamesRequest> parse_games_request(std::string_view json) {
    const Json document = EDGE_TRY(parse_json(json));
    const JsonNode node(document, "the request");
    EDGE_CHECK(check_fields(node, kFields));
    GamesRequest request;
    request.corpus = EDGE_TRY(read_text(node, "corpus"));
    request.asked = EDGE_TRY(read_asked_query(node));
    if (node.has("format")) {
        request.format = EDGE_TRY(read_enum<GamesFormat>(node.at("format"), kFormats));
    }
    if (node.has("columns")) {
        request.columns = EDGE_TRY(read_columns(node.at("columns"), request.format));
    }
    request.original = EDGE_TRY(read_switch(node, "original"));
    if (node.has("sort")) {
        request.sort = EDGE_TRY(read_enum<ingest::GameSort>(node.at("sort"), kSorts));
    }
    request.descending = EDGE_TRY(read_switch(node, "desc"));
    request.game = EDGE_TRY(read_count(node, "game"));
    request.skip = EDGE_TRY(read_count(node, "skip"));
    request.limit = EDGE_TRY(read_count(node, "limit"));
    request.cursor = EDGE_TRY(read_text(node, "cursor"));
    EDGE_CHECK(check_games_request(request));
    return request;
}

}  // namespace edge::wire
