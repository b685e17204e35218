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

constexpr std::array<std::string_view, 12> kFields = {
    "corpus",    "fen",   "moves", "positions",  "deep",      "details",
    "continued", "games", "query", "query_json", "scoutfish", "bitmap"};
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
Result<Position> read_position(const JsonNode& node) {
    Position position = Position::start();
    if (node.has("fen")) position = EDGE_TRY(read_fen(node.at("fen")));
    if (!node.has("moves")) return position;
    const JsonNode moves = node.at("moves");
    auto reached = explorer::play_moves(position, EDGE_TRY(read_moves(moves)));
    if (!reached) return moves.wrong(reached.error().message);
    return reached;
}

Result<Position> read_item(const JsonNode& node) {
    if (node.is_text()) return node.notation(explorer::parse_position_text);
    if (!node.is_object()) return node.expected("a position: a text, or an object with fen, moves");
    EDGE_CHECK(node.only_keys(kPositionFields));
    return read_position(node);
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
    request.asked = EDGE_TRY(read_asked_query(node));
    if (node.has("games")) request.games = EDGE_TRY(read_games(node.at("games")));
    request.is_batch = node.has("positions");
    if (!request.is_batch) {
        request.positions.push_back(EDGE_TRY(read_position(node)));
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
    for (const JsonNode& item : items) request.positions.push_back(EDGE_TRY(read_item(item)));
    return request;
}

}  // namespace edge::wire
