#include "lichess_parameters.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "chess/fen.h"
#include "chess/position_text.h"
#include "chess/uci.h"
#include "parameters.h"
#include "wire/lichess/lichess_json.h"

namespace edge::server {
namespace {

using explorer::LichessFilter;
using explorer::Month;
using wire::LichessDatabase;

constexpr uint32_t kMaxYear = 9999;

// The variants whose games are games of standard chess, and the others.
constexpr std::string_view kStandardVariants[] = {"standard", "chess", "fromPosition"};
constexpr std::string_view kOtherVariants[] = {"chess960",    "antichess", "atomic",
                                               "crazyhouse",  "horde",     "kingOfTheHill",
                                               "racingKings", "threeCheck"};

struct ListSizes {
    size_t moves;
    size_t top_games, most_top_games;
    size_t recent_games, most_recent_games;
};

constexpr ListSizes list_sizes(LichessDatabase database) {
    switch (database) {
        case LichessDatabase::Masters:
            return {12, 15, 15, 0, 0};
        case LichessDatabase::Lichess:
            return {12, 4, 4, 4, 8};
        case LichessDatabase::Player:
            break;
    }
    return {std::numeric_limits<size_t>::max(), 0, 0, 8, 8};
}

// One without a value counts as left out.
std::optional<Parameter> find(const Request& request, std::string_view name) {
    const auto given = find_parameter(request, name);
    return given && !given->text.empty() ? given : std::nullopt;
}

std::vector<std::string_view> parts_of(std::string_view list) {
    std::vector<std::string_view> parts;
    for (size_t at = 0; at <= list.size();) {
        const size_t comma = std::min(list.find(',', at), list.size());
        parts.push_back(list.substr(at, comma - at));
        at = comma + 1;
    }
    return parts;
}

// The names in a list, as bits by their index in `names`.
Result<unsigned> parse_classes(const Parameter& given, std::span<const std::string_view> names) {
    unsigned classes = 0;
    for (const std::string_view part : parts_of(given.text)) {
        const auto found = std::ranges::find(names, part);
        if (found == names.end()) {
            return given.expected(fmt::format("a list of {}", fmt::join(names, ", ")));
        }
        classes |= 1U << (found - names.begin());
    }
    return classes;
}

Result<uint16_t> parse_ratings(const Parameter& given) {
    unsigned groups = 0;
    for (const std::string_view part : parts_of(given.text)) {
        const auto rating = parse_number<uint32_t>(part);
        if (!rating) return given.expected("a list of ratings");
        groups |= 1U << explorer::rating_group_of(*rating);
    }
    return static_cast<uint16_t>(groups);
}

Result<Month> parse_year(const Parameter& given) {
    const auto year = parse_number<uint32_t>(given.text);
    if (!year || *year > kMaxYear) return given.expected("a year");
    return Month{static_cast<uint16_t>(*year), 0};
}

Result<Month> parse_month(const Parameter& given) {
    constexpr size_t kLength = std::string_view("2015-06").size();
    constexpr size_t kHyphen = 4;
    const auto year = parse_number<uint32_t>(given.text.substr(0, kHyphen));
    const bool has_form = given.text.size() == kLength && given.text[kHyphen] == '-';
    const unsigned month =
        has_form ? parse_number<uint32_t>(given.text.substr(kHyphen + 1)).value_or(0) : 0;
    if (!year || month < 1 || month > 12) return given.expected("YYYY-MM");
    return Month{static_cast<uint16_t>(*year), static_cast<uint8_t>(month)};
}

Result<bool> parse_flag(const Parameter& given) {
    for (const std::string_view yes : {"true", "on", "1", "yes"}) {
        if (equal_ignoring_case(given.text, yes)) return true;
    }
    for (const std::string_view no : {"false", "off", "0", "no"}) {
        if (equal_ignoring_case(given.text, no)) return false;
    }
    return given.expected("true or false");
}

Result<bool> is_standard_variant(const Request& request) {
    const auto given = find(request, "variant");
    if (!given ||
        std::ranges::find(kStandardVariants, given->text) != std::end(kStandardVariants)) {
        return true;
    }
    if (std::ranges::find(kOtherVariants, given->text) == std::end(kOtherVariants)) {
        return given->expected("a variant of lichess.org");
    }
    return false;
}

Result<std::vector<Position>> read_line(const Request& request) {
    std::vector<Position> line = {Position::start()};
    if (const auto fen = find(request, "fen")) {
        const auto position = parse_fen(fen->text, FenMode::Lenient);
        if (!position) {
            return fail(ErrorCode::InvalidArgument, describe(position.error(), fen->text));
        }
        line = {*position};
    }
    const auto play = find(request, "play");
    if (!play) return line;
    for (const std::string_view text : parts_of(play->text)) {
        const auto move = parse_uci(line.back(), text);
        if (!move) {
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("play: found '{}' as move {}, expected a legal one in {}", text,
                                    line.size(), to_fen(line.back())));
        }
        Position next = line.back();
        edge::play(next, *move);
        line.push_back(next);
    }
    return line;
}

Result<LichessFilter::Player> read_player(const Request& request) {
    const auto name = find(request, "player");
    const auto color = find(request, "color");
    if (!name || !color) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("the parameter '{}' is missing", name ? "color" : "player"));
    }
    if (color->text != "white" && color->text != "black") {
        return color->expected("white or black");
    }
    return LichessFilter::Player{std::string(name->text),
                                 color->text == "white" ? Color::White : Color::Black};
}

Result<LichessFilter> read_filter(const Request& request, LichessDatabase database) {
    LichessFilter filter;
    const auto parse_bound = database == LichessDatabase::Masters ? parse_year : parse_month;
    if (const auto since = find(request, "since")) filter.since = EDGE_TRY(parse_bound(*since));
    if (const auto until = find(request, "until")) filter.until = EDGE_TRY(parse_bound(*until));
    if (database == LichessDatabase::Masters) return filter;
    if (const auto speeds = find(request, "speeds")) {
        filter.speeds =
            static_cast<uint8_t>(EDGE_TRY(parse_classes(*speeds, wire::kLichessSpeeds)));
    }
    if (database == LichessDatabase::Lichess) {
        if (const auto ratings = find(request, "ratings")) {
            filter.rating_groups = EDGE_TRY(parse_ratings(*ratings));
        }
        return filter;
    }
    if (const auto modes = find(request, "modes")) {
        filter.modes = static_cast<uint8_t>(EDGE_TRY(parse_classes(*modes, wire::kLichessModes)));
    }
    filter.player = EDGE_TRY(read_player(request));
    return filter;
}

// `standard` when the parameter is left out, never more than `most`.
Result<size_t> read_size(const Request& request, std::string_view name, size_t standard,
                         size_t most) {
    const auto given = find(request, name);
    if (!given) return standard;
    const auto size = parse_number<uint32_t>(given->text);
    if (!size) return given->expected("a number");
    return std::min<size_t>(*size, most);
}

}  // namespace

Result<wire::LichessRequest> parse_lichess_parameters(const Request& request,
                                                      LichessDatabase database) {
    EDGE_CHECK(request.none_twice({"variant", "fen", "play", "since", "until", "speeds", "ratings",
                                   "modes", "player", "color", "moves", "topGames", "recentGames",
                                   "history"}));
    wire::LichessRequest asked;
    asked.database = database;
    asked.is_standard = EDGE_TRY(is_standard_variant(request));
    // Positions of variants may not be valid in standard chess.
    if (asked.is_standard) asked.line = EDGE_TRY(read_line(request));
    asked.filter = EDGE_TRY(read_filter(request, database));
    const ListSizes sizes = list_sizes(database);
    asked.moves =
        EDGE_TRY(read_size(request, "moves", sizes.moves, std::numeric_limits<size_t>::max()));
    asked.top_games =
        EDGE_TRY(read_size(request, "topGames", sizes.top_games, sizes.most_top_games));
    asked.recent_games =
        EDGE_TRY(read_size(request, "recentGames", sizes.recent_games, sizes.most_recent_games));
    if (database == LichessDatabase::Lichess) {
        if (const auto history = find(request, "history")) {
            asked.history = EDGE_TRY(parse_flag(*history));
        }
    }
    return asked;
}

}  // namespace edge::server
