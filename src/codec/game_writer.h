// The seam that every format is written through. Encoding is the work, and may go on in any thread;
// what is encoded is appended in order, so the same bytes come out whatever the number of threads.
#pragma once

#include <memory>
#include <span>

#include "codec/conversion_report.h"
#include "codec/game_reader.h"
#include "edge/result.h"

namespace edge {

// Games on their way into a file; each writer has its own kind.
class EncodedGames {
public:
    EncodedGames() = default;
    EncodedGames(const EncodedGames&) = delete;
    EncodedGames& operator=(const EncodedGames&) = delete;
    virtual ~EncodedGames() = default;
};

class GameWriter {
public:
    GameWriter() = default;
    GameWriter(const GameWriter&) = delete;
    GameWriter& operator=(const GameWriter&) = delete;
    // Without finish() nothing is left behind, and what stood there before still does.
    virtual ~GameWriter() = default;

    // Safe to call from many threads at once, also beside append(). Counts in `report` what has no
    // place in the target: games in skipped, parts of games in lost.
    virtual Result<std::unique_ptr<EncodedGames>> encode(std::span<const ReadGame> games,
                                                         ConversionReport& report) const = 0;
    // Takes what encode() of this writer made, in the order of the source. Counts games_written,
    // and what only the order decides (limits of the format, duplicates) in skipped or lost.
    virtual Status append(std::unique_ptr<EncodedGames> games, ConversionReport& report) = 0;
    // Completes the files and puts them in place.
    virtual Status finish() = 0;
};

}  // namespace edge
