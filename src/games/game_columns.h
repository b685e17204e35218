// The columns of a list of games: which exist, which are wanted, and a game's values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "corpus/corpus.h"
#include "edge/result.h"
#include "games/game_selection.h"

namespace edge::games {

enum class ColumnKind : uint8_t {
    GameId,
    LichessId,
    Shard,
    Game,  // the number in the shard
    PgnOffset,
    Event,
    Site,
    Date,
    Round,
    White,
    Black,
    Result,
    WhiteElo,
    BlackElo,
    Eco,
    TimeControl,
    Termination,
    Plies,
    MatchPlies,
    Moves,  // in SAN
    Uci,
    Tags,  // JSON only
    Tag,   // of any name
};

struct GameColumn {
    ColumnKind kind = ColumnKind::GameId;
    std::string name;  // "white_elo", "tag:Event"
};

enum class RowFormat : uint8_t { Csv, Json };

// Names separated by commas. InvalidArgument, with the list of names, for an unknown one.
Result<std::vector<GameColumn>> parse_columns(std::string_view names, RowFormat format);
// The columns when none are asked for.
std::vector<GameColumn> default_columns(RowFormat format, bool with_match_plies);

// What must be loaded for these columns.
LoadOptions load_for(const std::vector<GameColumn>& columns);

// Nothing where the value is unknown.
using TagList = std::vector<std::pair<std::string, std::string>>;
using ColumnValue = std::variant<std::monostate, uint64_t, std::string, std::vector<std::string>,
                                 std::vector<uint32_t>, TagList>;
// Corrupt when moves are asked for and one is not legal.
Result<ColumnValue> value_of(const GameColumn& column, const corpus::Corpus& corpus,
                             const SelectedGame& selected);

}  // namespace edge::games
