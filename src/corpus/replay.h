// Playing stored games. Stored moves are untrusted: a move is played only when it cannot break the
// board, which is far cheaper than testing whether it is legal.
#pragma once

#include "chess/attacks.h"
#include "chess/position.h"
#include "corpus/shard.h"

namespace edge::corpus {

// True for every legal move of standard chess. The other moves it accepts keep both kings on the
// board and every pawn off the end ranks, so that make_move stays within its tables; verify.h is
// for full legality.
inline bool is_playable(const Position& position, Move move) {
    const Square from = move.from();
    const Square to = move.to();
    const Color side = position.side_to_move();
    const Piece piece = position.piece_on(from);
    const Piece target = position.piece_on(to);
    if (piece == Piece::None || color_of(piece) != side) return false;
    if (target != Piece::None && (color_of(target) == side || type_of(target) == PieceType::King)) {
        return false;
    }
    const bool is_pawn = type_of(piece) == PieceType::Pawn;
    if (move.raw() >> 12 == 0) {
        if (!is_pawn) return true;
        const unsigned rank = rank_of(to);
        const bool double_push = (index(from) ^ index(to)) == 16;
        return rank != 0 && rank != 7 &&
               (!double_push || rank_of(from) == (side == Color::White ? 1U : 6U));
    }
    switch (move.flag()) {
        case Move::Flag::Castle: {
            const unsigned home = side == Color::White ? 0 : 56;
            const bool king_side = index(to) == home + 6;
            const bool queen_side = index(to) == home + 2;
            if (index(from) != home + 4 || (!king_side && !queen_side)) return false;
            const Square rook_to = square_at((index(from) + index(to)) / 2);
            return position.can_castle(side, king_side ? kKingSide : kQueenSide) &&
                   target == Piece::None && position.piece_on(rook_to) == Piece::None &&
                   (move.raw() >> 12 & 3) == 0;
        }
        case Move::Flag::EnPassant:
            return is_pawn && to == position.en_passant() && (move.raw() >> 12 & 3) == 0 &&
                   (attacks::pawn(!side, to) & bit(from)) != 0;
        case Move::Flag::QueenPromotion:
            if ((move.raw() >> 12 & 3) != 0) return false;
            [[fallthrough]];
        case Move::Flag::Normal:
            break;
    }
    return is_pawn && rank_of(to) == (side == Color::White ? 7U : 0U);
}

// Plays `view` from the start with the hash kept. visit(ply, position, move) sees each position
// before its move and says whether to go on. Returns the ply of the first move that cannot be
// played, or the number of plies.
template <class Visit>
uint32_t replay(const GameView& view, Visit visit) {
    Position position = Position::start();
    for (uint32_t ply = 0; ply < view.plies(); ++ply) {
        const Move move = view.move(ply);
        if (!is_playable(position, move)) return ply;
        if (!visit(ply, position, move)) break;
        position.make_move<Maintain::BoardAndHash>(move);
    }
    return view.plies();
}

}  // namespace edge::corpus
