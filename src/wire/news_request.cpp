#include "wire/news_request.h"

#include <array>
#include <cstdint>

#include <nlohmann/json.hpp>

#include "query/notation.h"
#include "wire/json_reader.h"
#include "wire/request_fields.h"

namespace edge::wire {
namespace {

constexpr std::array<std::string_view, 7> kFields = {"corpus",  "repertoire", "pgn",  "since",
                                                     "min_elo", "color",      "limit"};
constexpr std::array<std::string_view, 2> kColors = {"white", "black"};
constexpr int64_t kMaxElo = 8191;
constexpr int64_t kMaxLimit = 100;  // rows of each list of each line

}  // namespace

Result<NewsRequest> parse_news_request(std::string_view json) {
    const Json document = EDGE_TRY(parse_json(json));
    const JsonNode node(document, "the request");
    EDGE_CHECK(check_fields(node, kFields));
    NewsRequest request;
    request.corpus = EDGE_TRY(read_text(node, "corpus"));
    request.repertoire = EDGE_TRY(read_text(node, "repertoire"));
    request.pgn = EDGE_TRY(read_text(node, "pgn"));
    if (request.repertoire.empty() == request.pgn.empty()) {
        return node.wrong("expected either \"repertoire\", a path, or \"pgn\", a text");
    }
    if (node.has("since")) {
        request.options.since = EDGE_TRY(node.at("since").notation(query::parse_date));
    }
    if (node.has("min_elo")) {
        request.options.min_elo =
            static_cast<uint32_t>(EDGE_TRY(node.at("min_elo").integer(1, kMaxElo)));
    }
    if (node.has("color")) {
        request.color =
            EDGE_TRY(node.at("color").one_of(kColors)) == 0 ? Color::White : Color::Black;
    }
    if (node.has("limit")) {
        request.limit = static_cast<size_t>(EDGE_TRY(node.at("limit").integer(0, kMaxLimit)));
    }
    request.options.games_per_line = request.limit;
    return request;
}

}  // namespace edge::wire
