#include "chess/position.h"

namespace edge {

const Position& Position::start() {
    static const Position position = [] {
        constexpr std::array<PieceType, 8> kBack = {
            PieceType::Rook, PieceType::Knight, PieceType::Bishop, PieceType::Queen,
            PieceType::King, PieceType::Bishop, PieceType::Knight, PieceType::Rook};
        PositionBuilder builder;
        for (const Color c : {Color::White, Color::Black}) {
            const unsigned home = c == Color::White ? 0 : 7;
            const unsigned pawns = c == Color::White ? 1 : 6;
            for (unsigned file = 0; file < 8; ++file) {
                builder.put(make_piece(c, kBack[file]), make_square(file, home));
                builder.put(make_piece(c, PieceType::Pawn), make_square(file, pawns));
            }
            builder.allow_castling(c, kKingSide, make_square(7, home));
            builder.allow_castling(c, kQueenSide, make_square(0, home));
        }
        return builder.build();
    }();
    return position;
}

bool Position::has_standard_castling() const {
    for (const Color c : {Color::White, Color::Black}) {
        const unsigned home = c == Color::White ? 0 : 7;
        for (const unsigned wing : {kKingSide, kQueenSide}) {
            if (!can_castle(c, wing)) continue;
            if (king(c) != make_square(4, home)) return false;
            if (castling_rook(c, wing) != make_square(wing == kKingSide ? 7 : 0, home))
                return false;
        }
    }
    return true;
}

uint64_t Position::compute_hash() const {
    uint64_t hash = zobrist::castling_key(rights_);
    for (Bitboard rest = occupied(); rest != 0;) {
        const Square s = pop_first(rest);
        hash ^= zobrist::piece_key(piece_on(s), s);
    }
    if (en_passant_ != Square::None) hash ^= zobrist::en_passant_key(en_passant_);
    if (side_ == Color::White) hash ^= zobrist::kWhiteToMove;
    return hash;
}

Bitboard Position::attackers(Square target, Color by, Bitboard occupied) const {
    using attacks::on_empty_board;
    Bitboard found = (on_empty_board(PieceType::Knight, target) & pieces(PieceType::Knight)) |
                     (on_empty_board(PieceType::King, target) & pieces(PieceType::King)) |
                     (attacks::pawn(!by, target) & pieces(PieceType::Pawn));
    Bitboard sliders = (on_empty_board(PieceType::Rook, target) &
                        (pieces(PieceType::Rook) | pieces(PieceType::Queen))) |
                       (on_empty_board(PieceType::Bishop, target) &
                        (pieces(PieceType::Bishop) | pieces(PieceType::Queen)));
    for (sliders &= pieces(by); sliders != 0;) {
        const Square s = pop_first(sliders);
        if ((attacks::between(s, target) & occupied) == 0) found |= bit(s);
    }
    return found & pieces(by);
}

bool Position::en_passant_is_legal(Square target) const {
    const Color them = !side_;
    const unsigned behind = side_ == Color::White ? index(target) - 8 : index(target) + 8;
    const Bitboard captured = bit(square_at(behind));
    const Square our_king = king(side_);
    Bitboard capturers = attacks::pawn(them, target) & pieces(side_, PieceType::Pawn);
    while (capturers != 0) {
        const Bitboard from = bit(pop_first(capturers));
        const Bitboard after = (occupied() ^ from ^ captured) | bit(target);
        if ((attackers(our_king, them, after) & ~captured) == 0) return true;
    }
    return false;
}

bool Position::same_position(const Position& other) const {
    if (board_ != other.board_ || side_ != other.side_ || rights_ != other.rights_ ||
        en_passant_ != other.en_passant_) {
        return false;
    }
    for (unsigned i = 0; i < 4; ++i) {
        if ((rights_ >> i & 1U) != 0 && rooks_[i] != other.rooks_[i]) return false;
    }
    return true;
}

PositionBuilder& PositionBuilder::put(Piece piece, Square s) {
    if (position_.piece_on(s) != Piece::None) position_.remove<Maintain::Board>(s);
    position_.put<Maintain::Board>(piece, s);
    return *this;
}

PositionBuilder& PositionBuilder::side_to_move(Color c) {
    position_.side_ = c;
    return *this;
}

PositionBuilder& PositionBuilder::allow_castling(Color c, unsigned wing, Square rook) {
    position_.rights_ |= castling_bit(c, wing);
    position_.rooks_[castling_index(c, wing)] = rook;
    return *this;
}

PositionBuilder& PositionBuilder::en_passant(Square target) {
    position_.en_passant_ = target;
    return *this;
}

PositionBuilder& PositionBuilder::clocks(unsigned halfmove, unsigned fullmove) {
    position_.halfmove_clock_ = halfmove;
    position_.fullmove_number_ = fullmove;
    return *this;
}

Position PositionBuilder::build() {
    if (position_.en_passant_ != Square::None &&
        !position_.en_passant_is_legal(position_.en_passant_)) {
        position_.en_passant_ = Square::None;
    }
    position_.hash_ = position_.compute_hash();
    return position_;
}

}  // namespace edge
