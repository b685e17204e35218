// The columns of the table of games that the headers give, and the headers of a batch, which come
// from N.cols where the shard has it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "corpus/corpus.h"
#include "corpus/format.h"
#include "edge/result.h"
#include "table/array.h"
#include "table/row_plan.h"

namespace edge::table {

// The content of a column of the table of games.
enum class GameColumnKind : uint8_t {
    GameId,
    LichessId,
    Shard,
    Game,
    PgnOffset,
    Event,
    Site,
    Date,
    Date32,
    Year,
    Round,
    White,
    Black,
    Result,
    WhiteElo,
    BlackElo,
    Eco,
    TimeControl,
    TcBase,
    TcIncrement,
    TimeClass,
    Speed,
    Termination,
    Plies,
    Tags,
    Moves,
    Uci,
    Pgn,
    Tag,  // of any name
};

using Headers = std::span<const corpus::GameHeader>;

bool is_of_header(GameColumnKind kind);

// One for each part of the plan. The offset in the source is not in N.cols, and is 0.
Result<std::vector<corpus::GameHeader>> read_headers(const corpus::Corpus& corpus,
                                                     const RowPlan& plan);

// Adds a row for each of the headers, which are those of the plan. `kind` is one of the header's.
Status fill_header_column(GameColumnKind kind, const corpus::Corpus& corpus, const RowPlan& plan,
                          Headers headers, ArrayBuilder& out);

}  // namespace edge::table
