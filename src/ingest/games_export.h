// Stored games as text, one at a time appended to a buffer: PGN, UCI moves, CSV. JSON lines are in
// wire/game_json.h.
#pragma once

#include <string>
#include <string_view>

#include "corpus/corpus.h"
#include "edge/result.h"
#include "ingest/stored_game.h"

namespace edge::ingest {

// The export format of the PGN standard: all tags, moves in SAN in lines below 80 columns, the
// result, and an empty line after it.
Status append_pgn(const corpus::Corpus& corpus, const StoredGame& game, std::string& out);

// One line: the moves as engines write them, then the result.
Status append_uci(const corpus::Corpus& corpus, const StoredGame& game, std::string& out);

// One record of RFC 4180, with the columns of csv_header().
Status append_csv(const corpus::Corpus& corpus, const StoredGame& game, std::string& out);
std::string_view csv_header();

}  // namespace edge::ingest
