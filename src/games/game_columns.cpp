#include "games/game_columns.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "corpus/tag_text.h"
#include "query/headers/header_rules.h"

namespace edge::games {
namespace {

constexpr std::string_view kTagPrefix = "tag:";

struct NamedKind {
    std::string_view name;
    ColumnKind kind;
};
constexpr std::array<NamedKind, 22> kColumns = {{
    {"game_id", ColumnKind::GameId},
    {"lichess_id", ColumnKind::LichessId},
    {"shard", ColumnKind::Shard},
    {"game", ColumnKind::Game},
    {"pgn_offset", ColumnKind::PgnOffset},
    {"event", ColumnKind::Event},
    {"site", ColumnKind::Site},
    {"date", ColumnKind::Date},
    {"round", ColumnKind::Round},
    {"white", ColumnKind::White},
    {"black", ColumnKind::Black},
    {"result", ColumnKind::Result},
    {"white_elo", ColumnKind::WhiteElo},
    {"black_elo", ColumnKind::BlackElo},
    {"eco", ColumnKind::Eco},
    {"time_control", ColumnKind::TimeControl},
    {"termination", ColumnKind::Termination},
    {"plies", ColumnKind::Plies},
    {"match_plies", ColumnKind::MatchPlies},
    {"moves", ColumnKind::Moves},
    {"uci", ColumnKind::Uci},
    {"tags", ColumnKind::Tags},
}};

constexpr std::string_view kCsvColumns =
    "game_id,lichess_id,event,site,date,round,white,black,result,white_elo,black_elo,eco,"
    "time_control,termination,plies,moves";
constexpr std::string_view kJsonColumns = "game_id,lichess_id,tags,result,plies,pgn_offset,moves";

tl::unexpected<Error> unknown_column(std::string_view name, RowFormat format) {
    std::string known;
    for (const NamedKind& column : kColumns) {
        if (column.kind == ColumnKind::Tags && format == RowFormat::Csv) continue;
        known += fmt::format("{}, ", column.name);
    }
    return fail(ErrorCode::InvalidArgument,
                fmt::format("found the column '{}', expected some of {}and tag:NAME", name, known));
}

Result<GameColumn> parse_column(std::string_view name, RowFormat format) {
    if (name.starts_with(kTagPrefix) && name.size() > kTagPrefix.size()) {
        return GameColumn{ColumnKind::Tag, std::string(name)};
    }
    const auto found = std::ranges::find(kColumns, name, &NamedKind::name);
    if (found == kColumns.end() || (found->kind == ColumnKind::Tags && format == RowFormat::Csv)) {
        return unknown_column(name, format);
    }
    return GameColumn{found->kind, std::string(name)};
}

ColumnValue text_or_nothing(const std::string* text) {
    return text == nullptr ? ColumnValue() : ColumnValue(*text);
}
ColumnValue elo_or_nothing(uint16_t elo) {
    return elo == 0 ? ColumnValue() : ColumnValue(uint64_t{elo});
}

// By a name in any case.
const std::string* any_case_tag(const StoredGame& game, std::string_view name) {
    const auto found = std::ranges::find_if(
        game.tags, [name](const auto& tag) { return query::same_tag_name(tag.first, name); });
    return found == game.tags.end() ? nullptr : &found->second;
}

}  // namespace

Result<std::vector<GameColumn>> parse_columns(std::string_view names, RowFormat format) {
    std::vector<GameColumn> columns;
    for (size_t at = 0; at <= names.size();) {
        const size_t end = std::min(names.find(',', at), names.size());
        GameColumn column = EDGE_TRY(parse_column(names.substr(at, end - at), format));
        if (std::ranges::find(columns, column.name, &GameColumn::name) != columns.end()) {
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("found the column '{}' twice", column.name));
        }
        columns.push_back(std::move(column));
        at = end + 1;
    }
    return columns;
}

std::vector<GameColumn> default_columns(RowFormat format, bool with_match_plies) {
    std::string names(format == RowFormat::Csv ? kCsvColumns : kJsonColumns);
    if (with_match_plies) names += ",match_plies";
    return *parse_columns(names, format);
}

LoadOptions load_for(const std::vector<GameColumn>& columns) {
    LoadOptions load{.tags = false, .match_plies = false};
    for (const GameColumn& column : columns) {
        switch (column.kind) {
            case ColumnKind::MatchPlies:
                load.match_plies = true;
                break;
            case ColumnKind::LichessId:
            case ColumnKind::Event:
            case ColumnKind::Site:
            case ColumnKind::Round:
            case ColumnKind::TimeControl:
            case ColumnKind::Termination:
            case ColumnKind::Tags:
            case ColumnKind::Tag:
                load.tags = true;
                break;
            default:
                break;
        }
    }
    return load;
}

Result<ColumnValue> value_of(const GameColumn& column, const corpus::Corpus& corpus,
                             const SelectedGame& selected) {
    const StoredGame& game = selected.game;
    const corpus::GameHeader& header = game.header;
    switch (column.kind) {
        case ColumnKind::GameId:
            return game.id;
        case ColumnKind::LichessId: {
            std::string id = lichess_id(game);
            return id.empty() ? ColumnValue() : ColumnValue(std::move(id));
        }
        case ColumnKind::Shard:
            return uint64_t{selected.place.shard};
        case ColumnKind::Game:
            return uint64_t{selected.place.index};
        case ColumnKind::PgnOffset:
            return header.pgn_offset;
        case ColumnKind::Event:
            return text_or_nothing(find_tag(game, "Event"));
        case ColumnKind::Site:
            return text_or_nothing(find_tag(game, "Site"));
        case ColumnKind::Date:
            return header.date == corpus::Date{} ? ColumnValue()
                                                 : ColumnValue(corpus::date_text(header.date));
        case ColumnKind::Round:
            return text_or_nothing(find_tag(game, "Round"));
        case ColumnKind::White:
            return game.white;
        case ColumnKind::Black:
            return game.black;
        case ColumnKind::Result:
            return std::string(corpus::result_text(header.result));
        case ColumnKind::WhiteElo:
            return elo_or_nothing(header.white_elo);
        case ColumnKind::BlackElo:
            return elo_or_nothing(header.black_elo);
        case ColumnKind::Eco:
            return header.eco == corpus::kUnknownEco ? ColumnValue()
                                                     : ColumnValue(corpus::eco_text(header.eco));
        case ColumnKind::TimeControl:
            return text_or_nothing(find_tag(game, "TimeControl"));
        case ColumnKind::Termination:
            return text_or_nothing(find_tag(game, "Termination"));
        case ColumnKind::Plies:
            return uint64_t{header.plies};
        case ColumnKind::MatchPlies:
            return selected.match_plies;
        case ColumnKind::Moves:
            return EDGE_TRY(main_line_san(corpus, game));
        case ColumnKind::Uci:
            return EDGE_TRY(main_line_uci(corpus, game));
        case ColumnKind::Tags:
            return game.tags;
        case ColumnKind::Tag:
            return text_or_nothing(
                any_case_tag(game, std::string_view(column.name).substr(kTagPrefix.size())));
    }
    return ColumnValue();
}

}  // namespace edge::games
