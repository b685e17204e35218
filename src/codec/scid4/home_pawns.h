// The order in which pawns leave their home squares, by moving or by being captured there. Scid
// skips games whose list rules out the position searched for.
#pragma once

#include <array>
#include <cstdint>

#include "chess/move.h"

namespace edge::scid4 {

// As stored in the index.
struct HomePawns {
    uint8_t count = 0;              // of pawns in the list
    std::array<uint8_t, 8> list{};  // two pawns per byte, the high half first
    friend bool operator==(const HomePawns&, const HomePawns&) = default;
};

// Follows a game from the standard start, move by move.
class HomePawnTracker {
public:
    void play(Move move) {
        const Bitboard left = home_ & (bit(move.from()) | bit(move.to()));
        if (left != 0) add(left);
    }
    const HomePawns& pawns() const { return pawns_; }

private:
    void add(Bitboard left);

    Bitboard home_ = rank_bits(1) | rank_bits(6);
    HomePawns pawns_;
};

}  // namespace edge::scid4
