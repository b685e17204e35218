#include "wire/news/news_request.h"

#include <nlohmann/json.hpp>

#include "query/lang/notation.h"
#include "wire/json/query_rows.h"
#include "wire/json/request_reader.h"

namespace edge::wire {
namespace {

constexpr std::string_view kColors[] = {"white", "black"};
constexpr uint64_t kMaxElo = 8191;

}  // namespace

const Fields<NewsRequest>& news_fields() {
    using R = NewsRequest;
    using Options = explorer::NewsOptions;
    using Row = FieldRow<R>;
    static const Fields<R> rows = {
        corpus_row<R>(),
        Row::text<&R::repertoire>("repertoire", "The path of a PGN file, compressed or not"),
        Row::text<&R::pgn>("pgn", "The repertoire itself, as PGN; instead of its path"),
        Row::parsed("since", "Report only games on or after this date: 2024, 2024-06 or 2024-06-30",
                    [](const std::string& text, R& request) -> Status {
                        request.options.since = EDGE_TRY(query::parse_date(text));
                        return {};
                    })
            .shown_as("DATE"),
        Row::count<&R::options, &Options::min_elo>(
            "min_elo", {1, kMaxElo},
            "Report only games in which both players have this rating or more"),
        Row::choice<&R::options, &Options::color>(
            "color", kColors,
            "Whose repertoire it is: only games in which that side followed it until the opponent "
            "left it are reported"),
        Row::count<&R::limit>("limit", {0, kMostNewsRows},
                              "How many departures, novelties and games to list for each line"),
    };
    return rows;
}

Result<NewsRequest> parse_news_request(std::string_view json) {
    const Json document = EDGE_TRY(parse_json(json));
    const JsonNode node(document, "the request");
    NewsRequest request;
    EDGE_CHECK(read_fields(node, news_fields(), request));
    if (request.repertoire.empty() == request.pgn.empty()) {
        return node.wrong("expected either \"repertoire\", a path, or \"pgn\", a text");
    }
    request.options.games_per_line = request.limit;
    return request;
}

}  // namespace edge::wire
