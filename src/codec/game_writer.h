// The interface through which every format is written. Encoding is the real work, and may happen in
// any thread; what is encoded is appended in order, so the same bytes come out whatever the number
// of threads.
#pragma once

#include <memory>
#include <span>

#include "codec/conversion_report.h"
#include "codec/game_reader.h"
#include "edge/result.h"

namespace edge {

// Encoded games, ready to be appended; each writer has its own kind.
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
    // Without finish() nothing is left behind, and existing files stay untouched.
    virtual ~GameWriter() = default;

    // Safe to call from many threads at once, also during append(). Counts in `report` what the
    // target cannot hold: games in skipped, parts of games in lost.
    virtual Result<std::unique_ptr<EncodedGames>> encode(std::span<const ReadGame> games,
                                                         ConversionReport& report) const = 0;
    // Takes the output of encode() of this writer, in the order of the source. Counts
    // games_written, and what depends on the order (limits of the format, duplicates) in skipped or
    // lost.
    virtual Status append(std::unique_ptr<EncodedGames> games, ConversionReport& report) = 0;
    // Does work that append() put off, such as compressing. Safe to call from many threads at once,
    // also during the two calls above; whoever calls them should call this in between.
    virtual void catch_up() {}
    // Completes the files and moves them into place.
    virtual Status finish() = 0;
};

}  // namespace edge
