// Scid numbers the pieces of each side, and a stored move names its piece by that number, the slot.
// A piece keeps its slot when it moves, castles or promotes; when one is captured, the last in its
// side's list takes over its slot. So writing and reading a game both need these lists.
#pragma once

#include <array>
#include <cstdint>

#include "chess/move.h"
#include "chess/movegen.h"
#include "chess/position.h"
#include "codec/scid4/material.h"

namespace edge::scid4 {

class PieceLists {
public:
    // The numbering of a game without FEN: king, pieces from the a-file on, pawns from the a-file.
    static const PieceLists& at_standard_start();
    // The numbering of a game with FEN, in the order of its board field. The king has slot 0 here
    // too.
    static PieceLists at_fen(const Position& position);

    unsigned size(Color c) const { return sizes_[index(c)]; }
    Square square(Color c, unsigned slot) const { return squares_[index(c)][slot]; }
    Piece piece_on(Square s) const { return pieces_[index(s)]; }
    // The slot of the piece on that square; there must be one.
    unsigned slot_of(Square s) const { return slots_[index(s)]; }
    PieceCounts count_pieces() const;

    // Plays a legal move with the castling of standard chess; a null move changes nothing.
    void play(Move move);
    // Chess960 castling, where king and rook may swap squares.
    void castle(const CastlingSquares& squares);

private:
    static PieceLists standard_lists();
    void put(Piece piece, Square s, unsigned slot) {
        pieces_[index(s)] = piece;
        slots_[index(s)] = static_cast<uint8_t>(slot);
        squares_[index(color_of(piece))][slot] = s;
    }
    void append(Piece piece, Square s) { put(piece, s, sizes_[index(color_of(piece))]++); }
    void capture(Square s);

    static constexpr unsigned kSlots = 16;
    std::array<std::array<Square, kSlots>, 2> squares_{};
    std::array<uint8_t, 2> sizes_{};
    std::array<Piece, 64> pieces_{};
    std::array<uint8_t, 64> slots_{};  // meaningful on occupied squares
};

// ---- here because writing a base plays every move of every game

inline void PieceLists::capture(Square s) {
    const unsigned color = index(color_of(pieces_[index(s)]));
    const Square last = squares_[color][--sizes_[color]];
    const unsigned freed = slot_of(s);
    squares_[color][freed] = last;
    slots_[index(last)] = static_cast<uint8_t>(freed);
    pieces_[index(s)] = Piece::None;
}

inline void PieceLists::play(Move move) {
    const Square from = move.from();
    const Square to = move.to();
    if (move.is_none()) return;
    if (move.is_castling()) {
        const unsigned rank = rank_of(from);
        const bool king_side = file_of(to) == 6;
        return castle(
            {from, to, make_square(king_side ? 7 : 0, rank), make_square(king_side ? 5 : 3, rank)});
    }
    const Square taken = move.is_en_passant() ? make_square(file_of(to), rank_of(from)) : to;
    if (piece_on(taken) != Piece::None) capture(taken);
    Piece piece = piece_on(from);
    if (const PieceType promoted = move.promotion(); promoted != PieceType::None) {
        piece = make_piece(color_of(piece), promoted);
    }
    pieces_[index(from)] = Piece::None;
    put(piece, to, slot_of(from));
}

}  // namespace edge::scid4
