#include "wire/explore/explore_request.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "chess/fen.h"
#include "wire/games/games_request.h"
#include "wire/json/query_rows.h"
#include "wire/json/request_reader.h"

namespace edge::wire {
namespace {

// ---- one position: "fen", and the "moves" played from there

WrittenLine& line_of(WrittenLine& line) { return line; }
WrittenLine& line_of(ExploreRequest& request) { return request.line; }

template <class R>
FieldRow<R> fen_row() {
    return FieldRow<R>::parsed("fen", "The position, as FEN; the start when missing",
                               [](const std::string& text, R& request) -> Status {
                                   const auto position = parse_fen(text, FenMode::Lenient);
                                   if (!position) {
                                       return fail(ErrorCode::InvalidArgument,
                                                   describe(position.error(), text));
                                   }
                                   line_of(request).start = *position;
                                   return {};
                               })
        .shown_as("FEN");
}

template <class R>
FieldRow<R> moves_row() {
    return FieldRow<R>::joined("moves", "Moves played from there, in SAN or UCI",
                               [](const std::vector<std::string>& moves, R& request) -> Status {
                                   for (const std::string& move : moves) {
                                       line_of(request).moves += move + ' ';
                                   }
                                   return {};
                               })
        .shown_as("MOVES");
}

const Fields<WrittenLine>& line_fields() {
    static const Fields<WrittenLine> rows = {fen_row<WrittenLine>(), moves_row<WrittenLine>()};
    return rows;
}

Result<PlayedLine> play(const JsonNode& node, const WrittenLine& written) {
    auto line = play_line(written.start, written.moves);
    if (!line) return node.at("moves").misread(line.error());
    return line;
}

// ---- many positions

void add_position(PlayedLine line, ExploreRequest& request) {
    request.positions.push_back(line.reached);
    if (request.board) request.lines.push_back(std::move(line));
}

Result<PlayedLine> read_item(const JsonNode& node) {
    if (node.is_text()) return node.notation(parse_line_text);
    if (!node.is_object())
        return node.expected("a position: a string, or an object with fen and moves");
    WrittenLine written;
    EDGE_CHECK(read_fields(node, line_fields(), written));
    return play(node, written);
}

Status read_positions(const JsonNode& node, ExploreRequest& request) {
    request.is_batch = true;
    const auto items = EDGE_TRY(node.items(0));
    request.positions.reserve(items.size());
    for (const JsonNode& item : items) add_position(EDGE_TRY(read_item(item)), request);
    return {};
}

constexpr std::string_view kInsteadOfMany[] = {"fen", "moves", "games"};

}  // namespace

const Fields<GamesBehind>& games_behind_fields() {
    using R = GamesBehind;
    using Row = FieldRow<R>;
    static const Fields<R> rows = {
        Row::text<&R::move>("move", "Only the games that played this move, SAN or UCI"),
        Row::choice<&R::sort>("sort", kGameSorts, "How to order the games"),
        Row::flag<&R::descending>("desc", "The highest or latest first"),
        Row::count<&R::limit>("limit", {0, kMostGamesBehind}, "At most N games"),
        Row::text<&R::cursor>("cursor", "The next_cursor of the previous page"),
    };
    return rows;
}

const Fields<ExploreRequest>& explore_fields() {
    using R = ExploreRequest;
    using Row = FieldRow<R>;
    static const Fields<R> rows = {
        corpus_row<R>(),
        fen_row<R>().also_called("position"),
        moves_row<R>(),
        Row::flag<&R::deep>("deep",
                            "Scan every ply of every game, even where the tree has the answer"),
        Row::flag<&R::details>("details",
                               "Ratings, performance and years of the games behind each move"),
        Row::flag<&R::continued>(
            "continued", "How often games went on after each move, transpositions included"),
        Row::flag<&R::board>("board",
                             "What a board that knows no chess needs: the legal moves, the given "
                             "moves with the positions after them, the name of the opening"),
        query_rows<R>(),
        bitmap_row<R>(),
        Row::object("games", &games_behind_fields().rows(),
                    "Also a page of the games behind the answer; not with positions",
                    [](const JsonNode& node, R& request) {
                        return read_fields(node, games_behind_fields(), request.games.emplace());
                    }),
        Row::objects(
            "positions", &line_fields().rows(),
            "Many positions instead of fen and moves; the answer is a list in the same order",
            [](const JsonNode& node, R& request) { return read_positions(node, request); })
            .instead_of(kInsteadOfMany),
    };
    return rows;
}

Result<ExploreRequest> parse_explore_request(std::string_view json) {
    const Json document = EDGE_TRY(parse_json(json));
    const JsonNode node(document, "the request");
    ExploreRequest request;
    EDGE_CHECK(read_fields(node, explore_fields(), request));
    if (!request.is_batch) add_position(EDGE_TRY(play(node, request.line)), request);
    return request;
}

}  // namespace edge::wire
