// Pawn structure, open files and seventh ranks, by whole-board arithmetic.
#pragma once

#include "chess/types.h"

namespace edge::query {

// The given squares and all above them.
constexpr Bitboard fill_up(Bitboard b) {
    b |= b << 8;
    b |= b << 16;
    return b | b << 32;
}
// The given squares and all below them.
constexpr Bitboard fill_down(Bitboard b) {
    b |= b >> 8;
    b |= b >> 16;
    return b | b >> 32;
}
constexpr Bitboard adjacent_files(Bitboard b) {
    return (b & ~file_bits(0)) >> 1 | (b & ~file_bits(7)) << 1;
}

// Of two pawns on a file, the one nearer to the eighth rank.
constexpr Bitboard doubled_pawns(Bitboard pawns) { return pawns & fill_up(pawns << 8); }

constexpr Bitboard isolated_pawns(Bitboard pawns) {
    return pawns & ~adjacent_files(fill_up(fill_down(pawns)));
}

constexpr Bitboard passed_pawns(Bitboard pawns, Bitboard enemy, Color color) {
    const Bitboard facing_enemy =
        color == Color::White ? fill_down(enemy >> 8) : fill_up(enemy << 8);
    return pawns & ~(facing_enemy | adjacent_files(facing_enemy));
}

// One pawn on the d-file, none next to it, and no enemy pawn on the file.
constexpr bool is_isolated_queen_pawn(Bitboard pawns, Bitboard enemy) {
    const Bitboard queen_pawns = pawns & file_bits(3);
    return queen_pawns != 0 && (queen_pawns & (queen_pawns - 1)) == 0 &&
           (pawns & adjacent_files(file_bits(3))) == 0 && (enemy & file_bits(3)) == 0;
}

constexpr Bitboard open_files(Bitboard all_pawns) { return ~fill_up(fill_down(all_pawns)); }
constexpr Bitboard seventh_rank(Color color) { return rank_bits(color == Color::White ? 6 : 1); }

}  // namespace edge::query
