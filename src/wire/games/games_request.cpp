#include "wire/games/games_request.h"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "games/game_list_text.h"
#include "wire/json/query_rows.h"
#include "wire/json/request_reader.h"

namespace edge::wire {
namespace {

constexpr std::string_view kFormats[] = {"pgn", "uci", "jsonl", "csv", "json", "table"};

tl::unexpected<Error> wrong(std::string message) {
    return fail(ErrorCode::InvalidArgument, std::move(message));
}

}  // namespace

std::optional<games::RowFormat> row_format(GamesFormat format) {
    switch (format) {
        case GamesFormat::Csv:
            return games::RowFormat::Csv;
        case GamesFormat::JsonLines:
        case GamesFormat::Json:
            return games::RowFormat::Json;
        case GamesFormat::Pgn:
        case GamesFormat::Uci:
        case GamesFormat::Table:
            break;
    }
    return std::nullopt;
}

bool needs_match_plies(const GamesRequest& request) {
    return request.notes.mark || request.notes.from_match;
}

Status check_games_request(const GamesRequest& request, FieldNaming name) {
    if (request.original && request.format != GamesFormat::Pgn) {
        return wrong(fmt::format("{} goes with {} pgn only", name("original"), name("format")));
    }
    if (needs_match_plies(request)) {
        const std::string field = name(request.notes.mark ? "mark" : "from_match");
        if (request.format != GamesFormat::Pgn) {
            return wrong(fmt::format("{} goes with {} pgn only", field, name("format")));
        }
        if (request.original) {
            return wrong(fmt::format("{} does not go with {}", field, name("original")));
        }
        if (request.game) {
            return wrong(fmt::format("{} shows where a query matched; it does not go with {}",
                                     field, name("game")));
        }
    }
    if (!request.columns.empty() && !row_format(request.format)) {
        return wrong(fmt::format("{} goes with {} jsonl, {} csv or {}", name("columns"),
                                 name("format"), name("format"), name("json")));
    }
    if (request.width && request.format != GamesFormat::Table) {
        return wrong(fmt::format("{} goes with {} table only", name("width"), name("format")));
    }
    if (request.descending && request.sort == games::GameSort::None) {
        return wrong(fmt::format("{} goes with {} elo, date or plies", name("desc"), name("sort")));
    }
    const bool has_page = request.skip || request.limit;
    if (request.game && (!refers_to_all(request.asked.expr) || has_page ||
                         request.sort != games::GameSort::None || !request.cursor.empty())) {
        return wrong(fmt::format("{} names one game; it does not go with a query, {} or {}",
                                 name("game"), name("sort"), name("cursor")));
    }
    if (request.skip && !request.cursor.empty()) {
        return wrong(fmt::format("{} does not go with {}", name("cursor"), name("skip")));
    }
    return {};
}

const Fields<GamesRequest>& games_fields() {
    using R = GamesRequest;
    using Row = FieldRow<R>;
    static const Fields<R> rows = {
        corpus_row<R>(),
        query_rows<R>(),
        bitmap_row<R>(),
        Row::choice<&R::format>(
            "format", kFormats,
            "The form of the games; json is one object with all of them, table is for reading"),
        Row::list<&R::column_names>(
            "columns", "With jsonl, csv and json: the columns of each game, in this order")
            .shown_as("NAME,..."),
        Row::count<&R::width>("width", {games::kMinListWidth, games::kMaxListWidth},
                              "With table: the longest line in characters; 100 when missing"),
        Row::flag<&R::original>(
            "original",
            "With pgn: the text of the source file, if it has not changed since it was indexed"),
        Row::flag<&R::notes, &games::MatchNotes::mark>(
            "mark", "With pgn: a comment where each game matched; needs a query about positions"),
        Row::flag<&R::notes, &games::MatchNotes::from_match>(
            "from_match",
            "With pgn: each game from where it matched on; needs a query about positions"),
        Row::choice<&R::sort>(
            "sort", kGameSorts,
            "By elo (the mean of both), date or plies; none is the order of the corpus"),
        Row::flag<&R::descending>("desc", "The highest or latest first; with sort"),
        Row::count<&R::game>("game", {}, "One game, by its number from 0; without a query or sort"),
        Row::count<&R::skip>("skip", {}, "Skip the first N games"),
        Row::count<&R::limit>("limit", {}, "At most N games"),
        Row::text<&R::cursor>("cursor", "The next_cursor of the previous page; not with skip"),
    };
    return rows;
}

Status complete_games_request(GamesRequest& request) {
    if (request.column_names.empty()) return {};
    std::string names;
    for (const std::string& name : request.column_names) {
        names += names.empty() ? name : ',' + name;
    }
    request.columns = EDGE_TRY(
        games::parse_columns(names, row_format(request.format).value_or(games::RowFormat::Json)));
    return {};
}

Result<GamesRequest> parse_games_request(std::string_view json) {
    const Json document = EDGE_TRY(parse_json(json));
    const JsonNode node(document, "the request");
    GamesRequest request;
    EDGE_CHECK(read_fields(node, games_fields(), request));
    if (const Status columns = complete_games_request(request); !columns) {
        return node.at("columns").misread(columns.error());
    }
    EDGE_CHECK(check_games_request(request));
    return request;
}

}  // namespace edge::wire
