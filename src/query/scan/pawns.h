// Pawn structure, and the files and ranks that rooks want, by whole-board arithmetic.
#pragma once

#include "chess/types.h"

namespace edge::query {

// Every square in front of or behind the given ones and they themselves.
constexpr Bitboard fill_up(Bitboard b) {
    b |= b << 8;
    b |= b << 16;
    return b | b << 32;
}
constexpr Bitboard fill_down(Bitboard b) {
    b |= b >> 8;
    b |= b >> 16;
    return b | b >> 32;
}
constexpr Bitboard beside(Bitboard b) {
    return (b & ~file_bits(0)) >> 1 | (b & ~file_bits(7)) << 1;
}

// Of two pawns on a file the one nearer to the eighth rank.
constexpr Bitboard doubled_pawns(Bitboard pawns) { return pawns & fill_up(pawns << 8); }

constexpr Bitboard isolated_pawns(Bitboard pawns) {
    return pawns & ~beside(fill_up(fill_down(pawns)));
}

constexpr Bitboard passed_pawns(Bitboard pawns, Bitboard enemy, Color color) {
    const Bitboard behind_enemy =
        color == Color::White ? fill_down(enemy >> 8) : fill_up(enemy << 8);
    return pawns & ~(behind_enemy | beside(behind_enemy));
}

constexpr Bitboard open_files(Bitboard all_pawns) { return ~fill_up(fill_down(all_pawns)); }
constexpr Bitboard seventh_rank(Color color) { return rank_bits(color == Color::White ? 6 : 1); }

}  // namespace edge::query
