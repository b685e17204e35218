#include "wire/convert/convert_request.h"

#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/size_text.h"
#include "query/lang/notation.h"
#include "query/scan/position_finder.h"
#include "wire/json/query_rows.h"
#include "wire/json/request_reader.h"

namespace edge::wire {
namespace {

constexpr std::string_view kBadGames[] = {"keep", "fail"};
constexpr std::string_view kSources[] = {"auto", "eval", "engine", "zero"};
constexpr std::string_view kColors[] = {"white", "black"};
constexpr std::string_view kViews[] = {"white", "mover"};
constexpr uint64_t kMaxMinGames = 1'000'000'000;
constexpr uint64_t kMaxPlies = 1'000'000;

template <auto kind>
FieldRow<ConvertRequest> kind_row(std::string_view name, std::string_view help) {
    return FieldRow<ConvertRequest>::parsed(
               name, help,
               [](const std::string& text, ConvertRequest& request) -> Status {
                   request.options.*kind = EDGE_TRY(formats::parse_game_kind(text));
                   return {};
               })
        .shown_as("KIND");
}

}  // namespace

const Fields<ConvertRequest>& convert_fields() {
    using R = ConvertRequest;
    using Options = convert::ConvertOptions;
    using Scores = viriformat::ScoreOptions;
    using Choice = convert::TrainingChoice;
    using Row = FieldRow<R>;
    static const Fields<R> rows = {
        Row::one_or_more<&R::options, &Options::inputs>("inputs",
                                                        "Files, folders and corpora to read")
            .needed(),
        Row::text<&R::options, &Options::out>("out", "The file to write").needed(),
        kind_row<&Options::from>("from", "The kind of all inputs (default: by content)"),
        kind_row<&Options::to>("to", "The kind of the output (default: by its ending)"),
        Row::flag<&R::options, &Options::keep_deleted>(
            "deleted", "Keep the games of a Scid base that are marked as deleted"),
        Row::chosen(
            "bad_games", kBadGames,
            "What to do with a game that cannot be read in full: keep what can be read, or fail",
            [](size_t word, R& request) -> Status {
                request.options.fail_on_bad_games = word == 1;
                return {};
            })
            .by_default(uint64_t{0}),
        Row::flag<&R::options, &Options::drop_site>(
            "drop_site", "Leave Site out of a Scid base where it is a web address"),
        Row::choice<&R::options, &Options::scores, &Scores::source>(
            "score", kSources, "Where the scores of viriformat and of positions come from"),
        Row::choice<&R::options, &Options::scores, &Scores::view>(
            "score_pov", kViews,
            "From whose point of view engines' scores are (default: by their form)"),
        Row::count<&R::options, &Options::min_games>(
            "min_games", {1, kMaxMinGames},
            "Leave out of a book the moves that fewer than N games played (default: 3)"),
        Row::count<&R::options, &Options::max_ply>(
            "max_ply", {1, kMaxPlies}, "Put only moves of the first N plies into a book"),
        Row::choice<&R::options, &Options::color>("color", kColors,
                                                  "Put only moves of this side into a book"),
        Row::parsed("positions",
                    "Write only the positions at which this condition in the query language holds",
                    [](const std::string& text, R& request) -> Status {
                        AskedQuery asked;
                        EDGE_CHECK(read_query_text(text, asked));
                        // Tested here, so that the error names the field.
                        EDGE_CHECK(query::PositionCondition::make(asked.expr));
                        request.options.positions.condition = std::move(asked.expr);
                        return {};
                    })
            .shown_as("CONDITION"),
        Row::parsed("plies", "Write only the positions at these plies, 0 before the first move",
                    [](const std::string& text, R& request) -> Status {
                        const auto range = EDGE_TRY(query::parse_range(text, false));
                        query::PlyRange& plies = request.options.positions.plies.emplace();
                        plies.from = static_cast<uint32_t>(range.from.value_or(0));
                        if (range.until) plies.until = static_cast<uint32_t>(*range.until);
                        return {};
                    })
            .shown_as("A..B"),
        Row::switched("unique",
                      "Write each position once: board, side to move, castling rights and legal "
                      "en passant",
                      [](bool is_on, R& request) -> Status {
                          request.options.positions.unique = is_on;
                          return {};
                      }),
        Row::share<&R::options, &Options::positions, &Choice::sample>(
            "sample", "Write each position with this probability, above 0 and up to 1"),
        Row::switched("shuffle", "Write the positions in random order",
                      [](bool is_on, R& request) -> Status {
                          request.options.positions.shuffle = is_on;
                          return {};
                      }),
        Row::count<&R::options, &Options::positions, &Choice::seed>(
            "seed", {},
            "The seed of sample and shuffle; another one gives another of each (default: 0)"),
        Row::parsed("memory",
                    "Bound on memory for unique and shuffle, such as 512M or 4G (default: a "
                    "quarter of the machine's)",
                    [](const std::string& text, R& request) -> Status {
                        request.options.positions.memory = EDGE_TRY(parse_size(text));
                        return {};
                    })
            .shown_as("SIZE"),
        Row::flag<&R::options, &Options::force>("force", "Replace an existing output"),
        query_rows<R>(),
    };
    return rows;
}

Result<convert::ConvertOptions> convert_options(ConvertRequest request) {
    if (request.asked.skip || request.asked.limit) {
        return fail(ErrorCode::InvalidArgument,
                    "all games that match are converted; leave out skip and limit");
    }
    if (!refers_to_all(request.asked.expr)) request.options.query = std::move(request.asked.expr);
    return std::move(request.options);
}

Result<convert::ConvertOptions> parse_convert_request(std::string_view json) {
    const Json document = EDGE_TRY(parse_json(json));
    const JsonNode node(document, "the request");
    ConvertRequest request;
    EDGE_CHECK(read_fields(node, convert_fields(), request));
    auto options = convert_options(std::move(request));
    if (!options) return node.at("scoutfish").wrong(options.error().message);
    return options;
}

}  // namespace edge::wire
