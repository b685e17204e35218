#include "wire/explore/explore_json.h"

#include <nlohmann/json.hpp>

#include "games/game_columns.h"
#include "wire/games/game_json.h"
#include "wire/json/aliases_json.h"
#include "wire/json/json_text.h"

namespace edge::wire {
namespace {

void add_score(Json& json, const corpus::Score& score) {
    json["total"] = score.total();
    json["white"] = score.white;
    json["draws"] = score.draws;
    json["black"] = score.black;
}

void add_details(Json& json, const corpus::Details& details) {
    json["average_rating"] = json_or_null(details.average_rating);
    json["average_opponent_rating"] = json_or_null(details.average_opponent_rating);
    json["performance"] = json_or_null(details.performance);
    json["average_year"] = json_or_null(details.average_year);
    json["last_year"] = json_or_null(details.last_year);
}

Json end_value(std::optional<explorer::GameEnd> end) {
    if (!end) return nullptr;
    return *end == explorer::GameEnd::Checkmate ? "checkmate" : "stalemate";
}

Json board_value(const explorer::Board& board) {
    Json json;
    json["turn"] = board.turn == Color::White ? "white" : "black";
    json["check"] = board.check;
    json["end"] = end_value(board.end);
    json["start_fen"] = board.start_fen;
    Json& line = json["line"] = Json::array();
    for (const auto& move : board.line) {
        line.push_back({{"san", move.san}, {"uci", move.uci}, {"fen", move.fen}});
    }
    Json& legal = json["legal"] = Json::array();
    for (const auto& move : board.legal) legal.push_back({{"san", move.san}, {"uci", move.uci}});
    Json& opening = json["opening"] = nullptr;
    if (board.opening) opening = {{"eco", board.opening->eco}, {"name", board.opening->name}};
    return json;
}

Json answer_value(const explorer::Answer& answer) {
    Json json;
    json["fen"] = answer.fen;
    add_score(json, answer.score);
    json["source"] = answer.source == explorer::Source::Tree ? "tree" : "scan";
    json["tree_plies"] = json_or_null(answer.tree_plies);
    Json& moves = json["moves"] = Json::array();
    for (const explorer::MoveRow& row : answer.moves) {
        Json& move = moves.emplace_back();
        move["san"] = row.san;
        move["uci"] = row.uci;
        add_score(move, row.score);
        if (answer.has_continued) move["continued"] = json_or_null(row.continued);
        if (row.details) add_details(move, *row.details);
    }
    return json;
}

Json position_value(const ExploreAnswer& answer, size_t number) {
    Json json = answer_value(answer.positions[number]);
    if (!answer.boards.empty()) json["board"] = board_value(answer.boards[number]);
    return json;
}

Json book_value(const explorer::BookAnswer& answer) {
    Json json;
    json["fen"] = answer.fen;
    json["source"] = "book";
    json["total_weight"] = answer.total_weight;
    Json& moves = json["moves"] = Json::array();
    for (const explorer::BookMove& row : answer.moves) {
        Json& move = moves.emplace_back();
        move["san"] = row.san;
        move["uci"] = row.uci;
        move["weight"] = row.weight;
        move["share"] = row.share;
    }
    return json;
}

// The fields of a list, to follow those of the answer.
Result<std::string> games_fields(const ListedGames& list) {
    const auto columns = games::default_columns(games::RowFormat::Json, false);
    Json json;
    json["games_matched"] = list.games_matched;
    json["next_cursor"] = json_or_null(list.next_cursor);
    std::string text = json_text(json).substr(1);
    text.back() = ',';
    text += R"("games":[)";
    for (const games::SelectedGame& game : list.games) {
        if (&game != &list.games.front()) text += ',';
        text += EDGE_TRY(game_json(*list.corpus, game, columns));
    }
    return text + "]";
}

}  // namespace

Result<std::string> explore_json(const ExploreAnswer& answer) {
    Json json;
    if (answer.filter) {
        json["query"] = answer.filter->query;
        json["games_selected"] = answer.filter->games;
        if (!answer.filter->warnings.empty()) json["warnings"] = answer.filter->warnings;
        add_aliases(answer.filter->aliases, json);
    }
    if (answer.is_batch) {
        Json& list = json["answers"] = Json::array();
        for (size_t i = 0; i < answer.positions.size(); ++i)
            list.push_back(position_value(answer, i));
    } else {
        json.update(position_value(answer, 0));
    }
    std::string text = json_text(json);
    if (!answer.games) return text;
    text.back() = ',';
    return text + EDGE_TRY(games_fields(*answer.games)) + '}';
}

std::string book_json(std::span<const explorer::BookAnswer> answers, bool is_batch) {
    if (!is_batch) return json_text(book_value(answers.front()));
    Json json;
    Json& list = json["answers"] = Json::array();
    for (const explorer::BookAnswer& answer : answers) list.push_back(book_value(answer));
    return json_text(json);
}

Result<std::string> answer_explore_request(const corpus::Corpus& corpus,
                                           const ExploreRequest& request, const ChosenGames* chosen,
                                           const query::RunOptions& options) {
    return explore_json(EDGE_TRY(run_explore_request(corpus, request, chosen, options)));
}

}  // namespace edge::wire
