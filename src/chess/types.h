// The vocabulary of the board: colours, pieces, squares, bitboards. a1 = 0, h1 = 7, a8 = 56, h8 =
// 63.
#pragma once

#include <bit>
#include <cstdint>

namespace edge {

enum class Color : uint8_t { White, Black };
enum class PieceType : uint8_t { None, Pawn, Knight, Bishop, Rook, Queen, King };

// Bits 0-2: the type, bit 3: the colour. Value 0 is an empty square.
enum class Piece : uint8_t { None };

// 0 to 63; None is not a square.
enum class Square : uint8_t { A1 = 0, E1 = 4, H1 = 7, A8 = 56, E8 = 60, H8 = 63, None = 64 };

// One bit per square, bit 0 = a1.
using Bitboard = uint64_t;

constexpr unsigned index(Color c) { return static_cast<unsigned>(c); }
constexpr unsigned index(PieceType t) { return static_cast<unsigned>(t); }
constexpr unsigned index(Piece p) { return static_cast<unsigned>(p); }
constexpr unsigned index(Square s) { return static_cast<unsigned>(s); }

constexpr Color operator!(Color c) { return static_cast<Color>(index(c) ^ 1U); }

constexpr Piece make_piece(Color c, PieceType t) {
    return static_cast<Piece>(index(c) << 3 | index(t));
}
constexpr PieceType type_of(Piece p) { return static_cast<PieceType>(index(p) & 7U); }
constexpr Color color_of(Piece p) { return static_cast<Color>(index(p) >> 3); }

constexpr Square make_square(unsigned file, unsigned rank) {
    return static_cast<Square>(rank << 3 | file);
}
constexpr Square square_at(unsigned i) { return static_cast<Square>(i); }
constexpr unsigned file_of(Square s) { return index(s) & 7U; }
constexpr unsigned rank_of(Square s) { return index(s) >> 3; }
constexpr Square mirrored(Square s) { return static_cast<Square>(index(s) ^ 56U); }

constexpr Bitboard bit(Square s) { return Bitboard{1} << index(s); }
constexpr Bitboard file_bits(unsigned file) { return Bitboard{0x0101010101010101} << file; }
constexpr Bitboard rank_bits(unsigned rank) { return Bitboard{0xFF} << (8 * rank); }
constexpr Square first_square(Bitboard b) { return static_cast<Square>(std::countr_zero(b)); }
// The same for a bitboard known not to be empty, without the test.
constexpr Square lowest_square(Bitboard b) { return static_cast<Square>(__builtin_ctzll(b)); }
constexpr Square pop_first(Bitboard& b) {
    const Square s = first_square(b);
    b &= b - 1;
    return s;
}
constexpr bool has_many(Bitboard b) { return (b & (b - 1)) != 0; }

}  // namespace edge
