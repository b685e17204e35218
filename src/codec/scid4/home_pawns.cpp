#include "codec/scid4/home_pawns.h"

namespace edge::scid4 {

// A null move names a1 twice, which is not a pawn's home. No move takes two pawns off their home
// squares: a pawn that captures there comes from elsewhere.
void HomePawnTracker::add(Bitboard left) {
    home_ &= ~left;
    const Square square = lowest_square(left);
    const unsigned from_h = 7 - file_of(square);
    const unsigned number = rank_of(square) == 1 ? 8 + from_h : from_h;
    uint8_t& byte = pawns_.list[pawns_.count / 2];
    byte = static_cast<uint8_t>(pawns_.count % 2 == 0 ? number << 4 : byte | number);
    ++pawns_.count;
}

}  // namespace edge::scid4
