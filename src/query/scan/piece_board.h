// The men of a stored game on their squares and nothing else: no rights, no clocks, no bitboards.
// It plays any 16 bits as a move and tells each square that changes, so that counting what changes
// stays exact for the boards it shows, also when a damaged file holds moves that no rule allows.
#pragma once

#include <array>

#include "chess/move.h"
#include "chess/position.h"
#include "chess/types.h"

namespace edge::query {

class PieceBoard {
public:
    PieceBoard() : men_(start()) {}

    Piece man_on(Square s) const { return men_[index(s)]; }

    // Calls changed(square, before, after) for each square that changes.
    template <class Changed>
    [[gnu::always_inline]] void play(Move move, Changed&& changed) {
        const Square from = move.from();
        const Square to = move.to();
        const Piece man = man_on(from);
        if (move.raw() >> 12 == 0) [[likely]] {
            put(from, Piece::None, changed);
            put(to, man, changed);
        } else {
            play_special(move, man, changed);
        }
    }

    static const std::array<Piece, 64>& start() {
        static const std::array<Piece, 64> men = [] {
            std::array<Piece, 64> board{};
            for (unsigned i = 0; i < 64; ++i) board[i] = Position::start().piece_on(square_at(i));
            return board;
        }();
        return men;
    }

private:
    template <class Changed>
    [[gnu::always_inline]] void put(Square s, Piece man, Changed&& changed) {
        changed(s, men_[index(s)], man);
        men_[index(s)] = man;
    }

    template <class Changed>
    void play_special(Move move, Piece man, Changed&& changed) {
        const Square from = move.from();
        const Square to = move.to();
        put(from, Piece::None, changed);
        if (move.is_castling()) {
            const bool king_side = file_of(to) == 6;
            const Square rook_from = make_square(king_side ? 7 : 0, rank_of(from));
            const Piece rook = man_on(rook_from);
            put(rook_from, Piece::None, changed);
            put(make_square(king_side ? 5 : 3, rank_of(from)), rook, changed);
        } else if (move.is_en_passant()) {
            put(make_square(file_of(to), rank_of(from)), Piece::None, changed);
        } else {
            man = make_piece(color_of(man), move.promotion());
        }
        put(to, man, changed);
    }

    std::array<Piece, 64> men_;
};

}  // namespace edge::query
