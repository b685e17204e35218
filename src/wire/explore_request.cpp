#include "wire/explore_request.h"

#include <array>
#include <utility>

#include <nlohmann/json.hpp>

#include "chess/fen.h"
#include "explorer/position_text.h"
#include "wire/games_request.h"
#include "wire/request_fields.h"

namespace edge::wire {
namespace {

using explorer::PlayedLine;

constexpr std::array<std::string_view, 13> kFields = {
    "corpus", "fen",   "moves",      "positions", "deep",   "details", "continued",
    "games",  "query", "query_json", "scoutfish", "bitmap", "board"};
constexpr std::array<std::string_view, 5> kGamesFields = {"move", "sort", "desc", "limit",
                                                          "cursor"};
constexpr std::array<std::string_view, 2> kPositionFields = {"fen", "moves"};

Result<Position> read_fen(const JsonNode& node) {
    const std::string text = EDGE_TRY(node.text());
    const auto position = parse_fen(text, FenMode::Lenient);
    if (!position) return node.wrong(describe(position.error(), text));
    return *position;
}

// A text of moves, or a list of them.
Result<std::string> read_moves(const JsonNode& node) {
    if (!node.is_list()) return node.text();
    std::string moves;
    for (const JsonNode& move : EDGE_TRY(node.items(0))) {
        moves += EDGE_TRY(move.text());
        moves += ' ';
    }
    return moves;
}

// "fen" and the "moves" played from there; either may be missing.
Result<PlayedLine> read_line(const JsonNode& node) {
    Position start = Position::start();
    if (node.has("fen")) start = EDGE_TRY(read_fen(node.at("fen")));
    if (!node.has("moves")) return PlayedLine{.start = start};
    const JsonNode moves = node.at("moves");
    auto line = explorer::play_line(start, EDGE_TRY(read_moves(moves)));
    if (!line) return moves.wrong(line.error().message);
    return line;
}

Result<PlayedLine> read_item(const JsonNode& node) {
    if (node.is_text()) return node.notation(explorer::parse_line_text);
    if (!node.is_object()) return node.expected("a position: a text, or an object with fen, moves");
    EDGE_CHECK(node.only_keys(kPositionFields));
    return read_line(node);
}

Result<GamesBehind> read_games(const JsonNode& node) {
    GamesBehind games;
    EDGE_CHECK(check_fields(node, kGamesFields));
    games.move = EDGE_TRY(read_text(node, "move"));
    if (node.has("sort")) games.sort = EDGE_TRY(node.at("sort").notation(parse_game_sort));
    if (node.has("desc")) games.descending = EDGE_TRY(read_switch(node, "desc"));
    games.limit = EDGE_TRY(read_count(node, "limit")).value_or(games.limit);
    games.cursor = EDGE_TRY(read_text(node, "cursor"));
    return games;
}

void add_position(PlayedLine line, ExploreRequest& request) {
    request.positions.push_back(line.reached);
    if (request.board) request.lines.push_back(std::move(line));
}

}  // namespace

Result<ExploreRequest> parse_explore_request(std::string_view json) {
    const Json document = EDGE_TRY(parse_json(json));
    const JsonNode node(document, "the request");
    EDGE_CHECK(check_fields(node, kFields));
    ExploreRequest request;
    request.corpus = EDGE_TRY(read_text(node, "corpus"));
    request.deep = EDGE_TRY(read_switch(node, "deep"));
    request.details = EDGE_TRY(read_switch(node, "details"));
    request.continued = EDGE_TRY(read_switch(node, "continued"));
    request.board = EDGE_TRY(read_switch(node, "board"));
    request.asked = EDGE_TRY(read_asked_query(node));
    if (node.has("games")) request.games = EDGE_TRY(read_games(node.at("games")));
    request.is_batch = node.has("positions");
    if (!request.is_batch) {
        add_position(EDGE_TRY(read_line(node)), request);
        return request;
    }
    if (node.has("fen") || node.has("moves")) {
        return node.at("positions")
            .wrong("\"positions\" beside \"fen\" or \"moves\", expected one");
    }
    if (request.games) {
        return node.at("games").wrong("\"games\" beside \"positions\", expected one position");
    }
    const auto items = EDGE_TRY(node.at("positions").items(0));
    request.positions.reserve(items.size());
    for (const JsonNode& item : items) add_position(EDGE_TRY(read_item(item)), request);
    return request;
}

}  // namespace edge::wire
