// Stored games as text, appended to a buffer one at a time: PGN, UCI moves, CSV. JSON lines are in
// wire/games/game_json.h.
#pragma once

#include <string>
#include <vector>

#include "corpus/corpus.h"
#include "edge/result.h"
#include "games/game_columns.h"
#include "games/game_selection.h"
#include "games/stored_game.h"

namespace edge::games {

// The export format of the PGN standard: all tags, moves in SAN in lines below 80 columns, the
// result, then an empty line.
Status append_pgn(const corpus::Corpus& corpus, const StoredGame& game, std::string& out);

// What the PGN of a game shows of its match.
struct MatchNotes {
    // A comment at the match: {match}, or {match begins} at its first ply and {match ends} at its
    // last one. The comment on ply k follows move k, and so precedes the move played from there.
    bool mark = false;
    // Begin at the first ply of the match, with the position in FEN.
    bool from_match = false;
};

// The same with the match, whose plies must have been loaded. A game without any, such as one that
// a negation found, is written as it is.
Status append_pgn(const corpus::Corpus& corpus, const SelectedGame& game, const MatchNotes& notes,
                  std::string& out);

// One line: the moves as engines write them, then the result.
Status append_uci(const corpus::Corpus& corpus, const StoredGame& game, std::string& out);

// One record of RFC 4180; the header has the names of the columns. On an error `out` ends with part
// of a record.
Status append_csv(const corpus::Corpus& corpus, const SelectedGame& game,
                  const std::vector<GameColumn>& columns, std::string& out);
void append_csv_header(const std::vector<GameColumn>& columns, std::string& out);

}  // namespace edge::games
