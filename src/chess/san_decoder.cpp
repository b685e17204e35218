#include "chess/san_decoder.h"

namespace edge {

// The only candidate (not a king) whose path is clear and whose move is legal.
Move SanDecoder::choose(PieceType type, Bitboard candidates, Square to) const {
    const Color us = position_.side_to_move();
    if (type == PieceType::Pawn && file_of(first_square(candidates)) != file_of(to)) {
        if ((position_.pieces(!us) & bit(to)) == 0) {
            return find_en_passant(first_square(candidates), to);
        }
    } else if (((type == PieceType::Pawn ? position_.occupied() : position_.pieces(us)) &
                bit(to)) != 0) {
        return Move();
    }
    const Bitboard guarded_pieces = guarded();
    Move found;
    while (candidates != 0) {
        const Square from = pop_first(candidates);
        if ((attacks::between(from, to) & position_.occupied()) != 0) continue;
        if (!is_safe(guarded_pieces, from, to)) continue;
        if (!found.is_none()) return Move();
        found = Move::normal(from, to);
    }
    return found;
}

// e8=Q or exd8=Q.
Move SanDecoder::find_promotion(uint64_t word, unsigned length) const {
    if ((length != 4 && length != 6) || (word >> 8 * (length - 2) & 0xFF) != '=') return Move();
    const PieceType promoted = detail::kWordStart[0][3][word >> 8 * (length - 1) & 0xFF].type;
    const unsigned from_file = static_cast<unsigned>(word & 0xFF) - 'a';
    const unsigned file = static_cast<unsigned>(word >> 8 * (length - 4) & 0xFF) - 'a';
    const unsigned rank = static_cast<unsigned>(word >> 8 * (length - 3) & 0xFF) - '1';
    const Color us = position_.side_to_move();
    if ((file | from_file) > 7 || rank != (us == Color::White ? 7U : 0U) ||
        promoted < PieceType::Knight || promoted > PieceType::Queen) {
        return Move();
    }
    const Square to = make_square(file, rank);
    const Square from = make_square(from_file, us == Color::White ? 6 : 1);
    if (position_.piece_on(from) != make_piece(us, PieceType::Pawn)) return Move();
    if (length == 4) {
        if (file != from_file || position_.piece_on(to) != Piece::None) return Move();
    } else {
        const bool adjacent = from_file + 1 == file || from_file == file + 1;
        if (!adjacent || (word >> 8 & 0xFF) != 'x' || (position_.pieces(!us) & bit(to)) == 0) {
            return Move();
        }
    }
    return is_safe(guarded(), from, to) ? Move::promotion(from, to, promoted) : Move();
}

Move SanDecoder::find_castling(unsigned wing) const {
    const Color us = position_.side_to_move();
    if (!position_.can_castle(us, wing)) return Move();
    const Square king = position_.king(us);
    const Square to = square_at(wing == kKingSide ? index(king) + 2 : index(king) - 2);
    const Square rook = position_.castling_rook(us, wing);
    if ((attacks::between(king, rook) & position_.occupied()) != 0) return Move();
    const Square passed = square_at((index(king) + index(to)) / 2);
    if (!king_is_safe_on(king, threats_[index(us)]) ||
        !king_is_safe_on(passed, find_threats(us, passed)) ||
        !king_is_safe_on(to, find_threats(us, to))) {
        return Move();
    }
    return Move::castling(king, to);
}

// Position has the square only while some such capture is legal; this tests the capture of one
// pawn.
Move SanDecoder::find_en_passant(Square from, Square to) const {
    const Color us = position_.side_to_move();
    if (to != position_.en_passant() ||
        position_.piece_on(from) != make_piece(us, PieceType::Pawn)) {
        return Move();
    }
    const Bitboard captured = bit(make_square(file_of(to), rank_of(from)));
    const Bitboard after = (position_.occupied() ^ bit(from) ^ captured) | bit(to);
    const Bitboard attackers = position_.attackers(position_.king(us), !us, after);
    return (attackers & ~captured) == 0 ? Move::en_passant(from, to) : Move();
}

}  // namespace edge
