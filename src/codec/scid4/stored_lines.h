// The 254 opening lines that Scid 4 knows by number. The index of a base names the longest one that
// a game begins with, so that Scid's searches for an opening position can skip games at once.
#pragma once

#include <cstdint>
#include <string>

#include "chess/move.h"

namespace edge::scid4 {

inline constexpr unsigned kStoredLineCount = 254;  // their codes are 1 to 254

// The moves of a line as "e2e4 e7e5", castling as the king's step; empty for other codes.
std::string stored_line(unsigned code);

// Follows a game from the standard start, move by move.
class StoredLineMatcher {
public:
    void play(Move move) {
        if (node_ != kLeft) follow(move);
    }
    // The longest line that the moves so far begin with; 0 when there is none.
    uint8_t code() const { return code_; }

private:
    void follow(Move move);

    static constexpr uint16_t kRoot = 0;
    static constexpr uint16_t kLeft = UINT16_MAX;  // the game follows no line any more

    uint16_t node_ = kRoot;  // of the tree of lines
    uint8_t code_ = 0;
};

}  // namespace edge::scid4
