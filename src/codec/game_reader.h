// The interface through which every format is read. Finding where games begin is quick and happens
// in order; decoding them is the real work, and may happen in any thread. So a reader hands out
// stretches of its source, and each stretch decodes itself.
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
    std::string place;    // in its source, for messages: "line 12", "game 7", "offset 4096"
    uint64_t offset = 0;  // where it begins in a source that is text
    uint64_t number = 0;  // among all games of a conversion, from 0, where that is asked for
};

// Some games in a row, not yet decoded. Self-contained: it owns or shares what it needs of its
// reader.
class UndecodedGames {
public:
    UndecodedGames() = default;
    UndecodedGames(const UndecodedGames&) = delete;
    UndecodedGames& operator=(const UndecodedGames&) = delete;
    virtual ~UndecodedGames() = default;

    // Appends the games to `games` and counts all in `report`: every game found in games_read,
    // those that cannot be kept at all in skipped, what is wrong inside the others in lost. A bad
    // game is kept up to its error. An Error means that the source makes no sense from here on.
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
    // For progress: how much it has read, and of how much in all. Zero where the size is not known.
    virtual uint64_t bytes_read() const = 0;
    virtual uint64_t bytes_total() const = 0;
    // Problems of a source that can still be read: one sentence each, naming the file, what was
    // found and what was expected.
    virtual std::vector<std::string> warnings() const { return {}; }

    // Io when a file of the source became shorter since it was opened: some of what was decoded may
    // have been zeros. A reader that does not know its files answers for all files that the process
    // has mapped.
    virtual Status check_unchanged() const;

private:
    const uint64_t lost_pages_before_ = lost_page_count();
};

}  // namespace edge
