// Which games are wanted, in which order and form, the same for every surface.
// docs/schema/games_request.schema.json defines the JSON form.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edge/result.h"
#include "ingest/game_columns.h"
#include "ingest/game_selection.h"
#include "wire/asked_query.h"
#include "wire/field_name.h"

namespace edge::wire {

// JsonLines is an object a line, Json one object with all of them and the next cursor.
enum class GamesFormat : uint8_t { Pgn, Uci, JsonLines, Csv, Json };

struct GamesRequest {
    std::string corpus = {};  // as the surface names it; nothing here opens it
    AskedQuery asked = {};    // the query, and the stored set that stands beside it
    GamesFormat format = GamesFormat::Json;
    std::vector<ingest::GameColumn> columns = {};  // of rows; the default ones when empty
    bool original = false;                         // the text of the source, as PGN
    ingest::GameSort sort = ingest::GameSort::None;
    bool descending = false;
    std::optional<uint64_t> game = {};  // this one only
    std::optional<uint64_t> skip = {}, limit = {};
    std::string cursor = {};
};

// InvalidArgument names the place as a JSON pointer, or the fields that do not go together.
Result<GamesRequest> parse_games_request(std::string_view json);

// Whether all that is asked goes together. parse_games_request has asked already.
Status check_games_request(const GamesRequest& request, FieldNaming name = json_field);

// InvalidArgument lists the words there are.
Result<GamesFormat> parse_games_format(std::string_view word);
Result<ingest::GameSort> parse_game_sort(std::string_view word);

// Whether games are rows of columns, and of which kind.
std::optional<ingest::RowFormat> row_format(GamesFormat format);

}  // namespace edge::wire
