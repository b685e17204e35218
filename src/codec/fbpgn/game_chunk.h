// A game as the content of a chunk, and back. A chunk is PGN in two parts, so it is read as PGN:
// tags and movetext are put together and go through the PGN reader.
#pragma once

#include <string>
#include <vector>

#include "codec/conversion_report.h"
#include "codec/fbpgn/chunk.h"
#include "codec/game_reader.h"

namespace edge::fbpgn {

// Counts in `report` what does not fit there: tags whose names are short keys, tags that repeat
// others.
Chunk chunk_of(const ReadGame& read, ConversionReport& report);

// Appends the game, or the games where the encoder took several for one, and counts them. A result
// at the end of the movetext has precedence over the tag's: the reference encoder takes the tag's
// from anywhere in the text.
void add_games(const Chunk& chunk, const std::string& place, std::vector<ReadGame>& games,
               ConversionReport& report);

}  // namespace edge::fbpgn
