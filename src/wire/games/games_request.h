// A request for games: which ones, in which order and form; the same for every surface.
// games_fields() describes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edge/result.h"
#include "games/game_columns.h"
#include "games/game_selection.h"
#include "games/games_export.h"
#include "wire/json/asked_query.h"
#include "wire/json/field_name.h"
#include "wire/json/request_table.h"

namespace edge::wire {

// JsonLines is an object per line, Json one object with all of them and the next cursor, Table
// lines for reading.
enum class GamesFormat : uint8_t { Pgn, Uci, JsonLines, Csv, Json, Table };

struct GamesRequest {
    std::string corpus = {};  // as the surface names it; not opened here
    AskedQuery asked = {};    // the query, narrowed to a stored set
    GamesFormat format = GamesFormat::Json;
    std::vector<std::string> column_names = {};   // of rows; the default ones when empty
    std::vector<games::GameColumn> columns = {};  // the same, from complete_games_request
    bool original = false;                        // the text of the source, as PGN
    games::MatchNotes notes = {};                 // what PGN shows of the match
    std::optional<uint32_t> width = {};           // of the lines of a table
    games::GameSort sort = games::GameSort::None;
    bool descending = false;
    std::optional<uint64_t> game = {};  // this one only
    std::optional<uint64_t> skip = {}, limit = {};
    std::string cursor = {};
};

// The words of GameSort, in its order.
inline constexpr std::string_view kGameSorts[] = {"none", "elo", "date", "plies"};

const Fields<GamesRequest>& games_fields();

// Finds the columns by their names, once the format is known. InvalidArgument lists them.
// parse_games_request does this.
Status complete_games_request(GamesRequest& request);

// InvalidArgument names the place as a JSON pointer, or the fields that do not go together.
Result<GamesRequest> parse_games_request(std::string_view json);

// Whether the fields go together. parse_games_request checks this.
Status check_games_request(const GamesRequest& request, FieldNaming name = json_field);

// Whether the answer needs the plies of the matches. Then a query has to find some.
bool needs_match_plies(const GamesRequest& request);

// The kind of rows, when games are written as rows of columns.
std::optional<games::RowFormat> row_format(GamesFormat format);

}  // namespace edge::wire
