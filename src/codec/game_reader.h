// The seam that every format is read through. Finding where games begin is quick and goes in order;
// decoding them is the work, and may go on in any thread. So a reader hands out stretches of its
// source, and each stretch decodes itself.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "codec/conversion_report.h"
#include "codec/game.h"
#include "core/lost_pages.h"
#include "edge/result.h"

namespace edge {

struct ReadGame {
    Game game;
    std::string place;  // in its source, for messages: "line 12", "game 7", "offset 4096"
};

// Some games in a row, not yet decoded. Self-contained: what it needs of its reader it owns or
// shares.
class UndecodedGames {
public:
    UndecodedGames() = default;
    UndecodedGames(const UndecodedGames&) = delete;
    UndecodedGames& operator=(const UndecodedGames&) = delete;
    virtual ~UndecodedGames() = default;

    // Appends the games to `games` and counts all in `report`: every game found in games_read,
    // those that cannot be kept at all in skipped, what is wrong inside the others in lost. A bad
    // game is kept as far as it goes. Errors are those after which the source makes no sense.
    virtual Status decode(std::vector<ReadGame>& games, ConversionReport& report) const = 0;
};

class GameReader {
public:
    GameReader() = default;
    GameReader(const GameReader&) = delete;
    GameReader& operator=(const GameReader&) = delete;
    virtual ~GameReader() = default;

    // The next games, a few hundred kilobytes or a thousand games at a time; null at the end.
    virtual Result<std::unique_ptr<UndecodedGames>> next() = 0;
    // For progress: how far it has read, of how much. Zero where the size is not known.
    virtual uint64_t bytes_read() const = 0;
    virtual uint64_t bytes_total() const = 0;
    // What is wrong with the source as a whole, though it can be read: one sentence each, which
    // names the file, what was found and what was expected.
    virtual std::vector<std::string> warnings() const { return {}; }

    // Io when a file of the source became shorter since it was opened: some of what was decoded may
    // have been zeros. A reader that does not know its files answers for all that the process has
    // mapped.
    virtual Status check_unchanged() const;

private:
    const uint64_t lost_pages_before_ = lost_page_count();
};

}  // namespace edge
