#include "codec/scid4/piece_lists.h"

namespace edge::scid4 {

const PieceLists& PieceLists::at_standard_start() {
    static const PieceLists lists = standard_lists();
    return lists;
}

PieceLists PieceLists::standard_lists() {
    const Position& start = Position::start();
    PieceLists lists;
    for (const Color color : {Color::White, Color::Black}) {
        const Square king = start.king(color);
        lists.append(start.piece_on(king), king);
        const bool is_white = color == Color::White;
        for (const unsigned rank : {is_white ? 0U : 7U, is_white ? 1U : 6U}) {
            for (Bitboard rest = rank_bits(rank) & ~bit(king); rest != 0;) {
                const Square s = pop_first(rest);
                lists.append(start.piece_on(s), s);
            }
        }
    }
    return lists;
}

PieceLists PieceLists::at_fen(const Position& position) {
    PieceLists lists;
    for (unsigned i = 0; i < 64; ++i) {
        const Square s = mirrored(square_at(i));  // a8 to h8, then a7 to h7
        const Piece piece = position.piece_on(s);
        if (piece == Piece::None) continue;
        const Color color = color_of(piece);
        lists.append(piece, s);
        if (type_of(piece) != PieceType::King) continue;
        // The king and the holder of slot 0 swap.
        const Square first = lists.square(color, 0);
        const unsigned last_slot = lists.size(color) - 1;
        lists.put(lists.piece_on(first), first, last_slot);
        lists.put(piece, s, 0);
    }
    return lists;
}

PieceCounts PieceLists::count_pieces() const {
    PieceCounts counts{};
    for (const Color color : {Color::White, Color::Black}) {
        for (unsigned slot = 0; slot < size(color); ++slot) {
            ++counts[index(piece_on(square(color, slot)))];
        }
    }
    return counts;
}

void PieceLists::castle(const CastlingSquares& squares) {
    const Piece king = piece_on(squares.king_from);
    const Piece rook = piece_on(squares.rook_from);
    const unsigned king_slot = slot_of(squares.king_from);
    const unsigned rook_slot = slot_of(squares.rook_from);
    pieces_[index(squares.king_from)] = pieces_[index(squares.rook_from)] = Piece::None;
    put(king, squares.king_to, king_slot);
    put(rook, squares.rook_to, rook_slot);
}

}  // namespace edge::scid4
