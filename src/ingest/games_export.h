// Stored games as text, one at a time appended to a buffer: PGN, UCI moves, CSV. JSON lines are in
// wire/game_json.h.
#pragma once

#include <string>
#include <vector>

#include "corpus/corpus.h"
#include "edge/result.h"
#include "ingest/game_columns.h"
#include "ingest/game_selection.h"
#include "ingest/stored_game.h"

namespace edge::ingest {

// The export format of the PGN standard: all tags, moves in SAN in lines below 80 columns, the
// result, and an empty line after it.
Status append_pgn(const corpus::Corpus& corpus, const StoredGame& game, std::string& out);

// One line: the moves as engines write them, then the result.
Status append_uci(const corpus::Corpus& corpus, const StoredGame& game, std::string& out);

// One record of RFC 4180; the header is one with the names of the columns. On an error `out` ends
// with half a record.
Status append_csv(const corpus::Corpus& corpus, const SelectedGame& game,
                  const std::vector<GameColumn>& columns, std::string& out);
void append_csv_header(const std::vector<GameColumn>& columns, std::string& out);

}  // namespace edge::ingest
