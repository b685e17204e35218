// The pieces of a stored game on their squares and nothing else: no rights, no clocks, no
// bitboards. It plays any 16 bits as a move and reports each square that changes, so that counts of
// changes are exact for the boards it shows, even when a damaged file has illegal moves.
#pragma once

#include <array>

#include "chess/move.h"
#include "chess/position.h"
#include "chess/types.h"

namespace edge::query {

class PieceBoard {
public:
    PieceBoard() : pieces_(start()) {}
    explicit PieceBoard(const std::array<Piece, 64>& pieces) : pieces_(pieces) {}

    Piece piece_on(Square s) const { return pieces_[index(s)]; }

    // Calls changed(square, before, after) for each square that changes.
    template <class Changed>
    [[gnu::always_inline]] void play(Move move, Changed&& changed) {
        const Square from = move.from();
        const Square to = move.to();
        const Piece piece = piece_on(from);
        if (move.raw() >> 12 == 0) [[likely]] {
            put(from, Piece::None, changed);
            put(to, piece, changed);
        } else {
            play_special(move, piece, changed);
        }
    }

    static const std::array<Piece, 64>& start() {
        static const std::array<Piece, 64> pieces = [] {
            std::array<Piece, 64> board{};
            for (unsigned i = 0; i < 64; ++i) board[i] = Position::start().piece_on(square_at(i));
            return board;
        }();
        return pieces;
    }

private:
    template <class Changed>
    [[gnu::always_inline]] void put(Square s, Piece piece, Changed&& changed) {
        changed(s, pieces_[index(s)], piece);
        pieces_[index(s)] = piece;
    }

    template <class Changed>
    void play_special(Move move, Piece piece, Changed&& changed) {
        const Square from = move.from();
        const Square to = move.to();
        put(from, Piece::None, changed);
        if (move.is_castling()) {
            const bool king_side = file_of(to) == 6;
            const Square rook_from = make_square(king_side ? 7 : 0, rank_of(from));
            const Piece rook = piece_on(rook_from);
            put(rook_from, Piece::None, changed);
            put(make_square(king_side ? 5 : 3, rank_of(from)), rook, changed);
        } else if (move.is_en_passant()) {
            put(make_square(file_of(to), rank_of(from)), Piece::None, changed);
        } else {
            piece = make_piece(color_of(piece), move.promotion());
        }
        put(to, piece, changed);
    }

    std::array<Piece, 64> pieces_;
};

}  // namespace edge::query
