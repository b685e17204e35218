#include "wire/news/news_json.h"

#include <algorithm>
#include <optional>

#include <nlohmann/json.hpp>

#include "chess/fen.h"
#include "chess/san.h"
#include "chess/uci.h"
#include "corpus/tag_text.h"
#include "query/lang/notation.h"
#include "wire/json/json_text.h"

namespace edge::wire {
namespace {

using explorer::Departure;
using explorer::LeftGame;
using explorer::LineNews;
using explorer::NewsGame;
using explorer::Repertoire;

class Shape {
public:
    Shape(const NewsRequest& request, const Repertoire& repertoire)
        : request_(request), repertoire_(repertoire) {}

    Json line(const Repertoire::Line& line, const LineNews& news) const {
        Json json;
        json["game"] = line.game;
        const bool is_ordinary = to_fen(line.start) == to_fen(Position::start());
        json["start_fen"] = is_ordinary ? Json(nullptr) : Json(to_fen(line.start));
        json["moves"] = explorer::line_text(line);
        json["plies"] = line.moves.size();
        json["entered"] = news.entered;
        json["went_on"] = news.went_on;
        json["left_by_white"] = news.left_by_white;
        json["left_by_black"] = news.left_by_black;
        json["past_the_end"] = news.past_the_end;
        json["ended"] = news.ended;
        json["departure_count"] = news.departures.size();
        Json& departures = json["departures"] = Json::array();
        for (size_t i = 0; i < std::min(request_.limit, news.departures.size()); ++i) {
            departures.push_back(departure(news.departures[i]));
        }
        const auto novelties = explorer::novelties_of(news);
        json["novelty_count"] = novelties.size();
        Json& new_moves = json["novelties"] = Json::array();
        for (size_t i = 0; i < std::min(request_.limit, novelties.size()); ++i) {
            Json row = game(*novelties[i]->novelty);
            add_move(row, novelties[i]->entry, novelties[i]->move);
            new_moves.push_back(std::move(row));
        }
        Json& games = json["latest_games"] = Json::array();
        for (const LeftGame& left : news.games) {
            Json row = game(left.game);
            add_move(row, left.entry, left.move);
            games.push_back(std::move(row));
        }
        return json;
    }

private:
    Json departure(const Departure& departure) const {
        Json json;
        add_move(json, departure.entry, departure.move);
        json["games"] = departure.games;
        json["white"] = departure.score.white;
        json["draws"] = departure.score.draws;
        json["black"] = departure.score.black;
        const auto& novelty = departure.novelty;
        json["novelty_game_id"] = novelty ? Json(novelty->game_id) : Json();
        return json;
    }

    static Json game(const NewsGame& game) {
        const auto known = [](uint32_t number) { return number == 0 ? Json() : Json(number); };
        Json json;
        json["game_id"] = game.game_id;
        json["white"] = game.white;
        json["black"] = game.black;
        json["white_elo"] = known(game.white_elo);
        json["black_elo"] = known(game.black_elo);
        json["date"] = game.date.year == 0 ? Json() : Json(corpus::date_text(game.date));
        json["result"] = corpus::result_text(game.result);
        json["ply"] = game.ply;
        return json;
    }

    // The position, the move played there and what the repertoire has instead.
    void add_move(Json& json, uint32_t number, Move move) const {
        const Repertoire::Entry& entry = repertoire_.entries()[number];
        const Position& position = entry.position;
        const Color by = position.side_to_move();
        const bool is_played = !move.is_none();
        json["fen"] = to_fen(position);
        json["san"] = is_played ? Json(to_san(position, move)) : Json();
        json["uci"] = is_played ? Json(to_uci(move, position, CastlingRule::Standard)) : Json();
        json["by"] = by == Color::White ? "white" : "black";
        const std::optional<Color> owner = request_.options.color;
        json["by_you"] = owner ? Json(by == *owner) : Json();
        Json& moves = json["repertoire"] = Json::array();
        for (const Move known : entry.moves) moves.push_back(to_san(position, known));
    }

    const NewsRequest& request_;
    const Repertoire& repertoire_;
};

Json color_value(std::optional<Color> color) {
    if (!color) return nullptr;
    return *color == Color::White ? "white" : "black";
}

}  // namespace

std::string news_json(const NewsRequest& request, const Repertoire& repertoire,
                      const explorer::News& news) {
    Json json;
    json["repertoire"] = request.repertoire.empty() ? Json() : Json(request.repertoire);
    json["corpus"] = request.corpus;
    json["color"] = color_value(request.options.color);
    const auto& since = request.options.since;
    json["since"] = since ? Json(query::to_text(*since)) : Json();
    json["min_elo"] = request.options.min_elo == 0 ? Json() : Json(request.options.min_elo);
    json["positions"] = repertoire.entries().size();
    json["games"] = news.games;
    json["chosen"] = news.chosen;
    json["without_date"] = news.without_date;
    json["entered"] = news.entered;
    json["left_by_you"] = request.options.color ? Json(news.left_by_owner) : Json();
    json["lines_entered"] = news.lines_entered;
    json["novelty_count"] = news.novelties;
    Json& lines = json["lines"] = Json::array();
    const Shape shape(request, repertoire);
    for (size_t i = 0; i < news.lines.size(); ++i) {
        lines.push_back(shape.line(repertoire.lines()[i], news.lines[i]));
    }
    Json& warnings = json["warnings"] = repertoire.warnings();
    for (const std::string& warning : news.warnings) warnings.push_back(warning);
    return json_text(json);
}

}  // namespace edge::wire
