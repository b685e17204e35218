#include "chess/movegen.h"

#include "chess/attacks.h"

namespace edge {

namespace {

constexpr std::array<PieceType, 4> kPromotions = {PieceType::Queen, PieceType::Rook,
                                                  PieceType::Bishop, PieceType::Knight};

constexpr unsigned last_rank(Color c) { return c == Color::White ? 7 : 0; }
constexpr unsigned double_push_rank(Color c) { return c == Color::White ? 1 : 6; }
constexpr Square pushed(Color c, Square s) {
    return square_at(c == Color::White ? index(s) + 8 : index(s) - 8);
}

// Whether our king is safe once `after` is the occupancy and the pieces on `captured` are gone.
bool king_is_safe(const Position& position, Square king, Bitboard after, Bitboard captured) {
    return (position.attackers(king, !position.side_to_move(), after) & ~captured) == 0;
}

bool en_passant_is_safe(const Position& position, Square from) {
    const Color us = position.side_to_move();
    const Square to = position.en_passant();
    const Bitboard captured = bit(pushed(!us, to));
    const Bitboard after = (position.occupied() ^ bit(from) ^ captured) | bit(to);
    return king_is_safe(position, position.king(us), after, captured);
}

// Squares a pawn may push to when only the pieces on the board restrict it.
Bitboard pawn_pushes(const Position& position, Color us, Square from) {
    const Bitboard occupied = position.occupied();
    const Square one = pushed(us, from);
    if ((occupied & bit(one)) != 0) return 0;
    if (rank_of(from) != double_push_rank(us)) return bit(one);
    return bit(one) | (bit(pushed(us, one)) & ~occupied);
}

bool castling_is_legal(const Position& position, unsigned wing) {
    const Color us = position.side_to_move();
    if (!position.can_castle(us, wing)) return false;
    const CastlingSquares squares = castling_squares(position, wing);
    const Bitboard king = bit(squares.king_from);
    const Bitboard rook = bit(squares.rook_from);
    const Bitboard king_path =
        attacks::between(squares.king_from, squares.king_to) | bit(squares.king_to);
    const Bitboard rook_path =
        attacks::between(squares.rook_from, squares.rook_to) | bit(squares.rook_to);
    const Bitboard others = position.occupied() & ~(king | rook);
    if ((others & (king_path | rook_path)) != 0) return false;

    // On its path the king has left its square while the rook still stands; at the end both have
    // moved, and a rook that shielded the king along the rank may have exposed it.
    for (Bitboard rest = (king_path & ~bit(squares.king_to)) | king; rest != 0;) {
        if (!king_is_safe(position, pop_first(rest), others | rook, 0)) return false;
    }
    return king_is_safe(position, squares.king_to, others | bit(squares.rook_to), 0);
}

// The restrictions on the side to move: checks to answer and pins to respect.
class Restrictions {
public:
    explicit Restrictions(const Position& position)
        : position_(position), us_(position.side_to_move()), king_(position.king(us_)) {
        const Color them = !us_;
        checkers_ = position.attackers(king_, them, position.occupied());
        if (checkers_ == 0) {
            allowed_ = ~position.pieces(us_);
        } else if (!has_many(checkers_)) {
            allowed_ = checkers_ | attacks::between(king_, first_square(checkers_));
        }
        const Bitboard queens = position.pieces(PieceType::Queen);
        Bitboard sliders = (attacks::on_empty_board(PieceType::Rook, king_) &
                            (position.pieces(PieceType::Rook) | queens)) |
                           (attacks::on_empty_board(PieceType::Bishop, king_) &
                            (position.pieces(PieceType::Bishop) | queens));
        for (sliders &= position.pieces(them); sliders != 0;) {
            const Square slider = pop_first(sliders);
            const Bitboard shield = attacks::between(king_, slider) & position.occupied();
            if (shield == 0 || has_many(shield) || (shield & position.pieces(us_)) == 0) continue;
            pinned_ |= shield;
            pinners_ |= bit(slider);
        }
    }

    bool in_check() const { return checkers_ != 0; }
    bool in_double_check() const { return has_many(checkers_); }

    // Every square the piece may legally go to, including en passant but not castling.
    Bitboard destinations(Square from) const {
        const PieceType type = type_of(position_.piece_on(from));
        if (type == PieceType::King) return king_destinations();
        if (in_double_check()) return 0;
        Bitboard allowed = allowed_;
        if ((pinned_ & bit(from)) != 0) allowed &= pin_line(from);
        if (type == PieceType::Pawn) return pawn_destinations(from, allowed);
        Bitboard found = attacks::on_empty_board(type, from) & allowed;
        if (type == PieceType::Knight) return found;
        for (Bitboard rest = found; rest != 0;) {
            const Square to = pop_first(rest);
            if ((attacks::between(from, to) & position_.occupied()) != 0) found ^= bit(to);
        }
        return found;
    }

private:
    Bitboard king_destinations() const {
        const Bitboard without_king = position_.occupied() ^ bit(king_);
        Bitboard found = attacks::on_empty_board(PieceType::King, king_) & ~position_.pieces(us_);
        for (Bitboard rest = found; rest != 0;) {
            const Square to = pop_first(rest);
            if (!king_is_safe(position_, to, without_king, 0)) found ^= bit(to);
        }
        return found;
    }

    Bitboard pawn_destinations(Square from, Bitboard allowed) const {
        const Bitboard reach = attacks::pawn(us_, from);
        Bitboard found = (reach & position_.pieces(!us_)) | pawn_pushes(position_, us_, from);
        found &= allowed;
        const Square target = position_.en_passant();
        // The capture removes a piece from a third square, which masks cannot describe.
        if (target != Square::None && (reach & bit(target)) != 0 &&
            en_passant_is_safe(position_, from)) {
            found |= bit(target);
        }
        return found;
    }

    Bitboard pin_line(Square pinned) const {
        for (Bitboard rest = pinners_; rest != 0;) {
            const Square pinner = pop_first(rest);
            const Bitboard line = attacks::between(king_, pinner);
            if ((line & bit(pinned)) != 0) return line | bit(pinner);
        }
        return 0;
    }

    const Position& position_;
    Color us_;
    Square king_;
    Bitboard checkers_ = 0;
    Bitboard allowed_ =
        0;  // targets that answer a single check, or all squares without our own pieces
    Bitboard pinned_ = 0;
    Bitboard pinners_ = 0;
};

// Writes the moves of one piece to its destinations with their flags.
void expand(const Position& position, Square from, Bitboard destinations, MoveList& moves) {
    const bool is_pawn = type_of(position.piece_on(from)) == PieceType::Pawn;
    const unsigned promotion_rank = last_rank(position.side_to_move());
    while (destinations != 0) {
        const Square to = pop_first(destinations);
        if (is_pawn && rank_of(to) == promotion_rank) {
            for (const PieceType type : kPromotions) {
                moves.push_back(Move::promotion(from, to, type));
            }
        } else if (is_pawn && to == position.en_passant()) {
            moves.push_back(Move::en_passant(from, to));
        } else {
            moves.push_back(Move::normal(from, to));
        }
    }
}

// Whether the piece can move like this, ignoring the safety of its own king. Not for castling.
bool is_pseudo_legal(const Position& position, Move move) {
    const Color us = position.side_to_move();
    const Square from = move.from();
    const Square to = move.to();
    const PieceType type = type_of(position.piece_on(from));
    if ((position.pieces(us) & bit(to)) != 0) return false;
    if (type != PieceType::Pawn) {
        if (move.raw() >> 12 != 0) return false;
        return (attacks::on_empty_board(type, from) & bit(to)) != 0 &&
               (attacks::between(from, to) & position.occupied()) == 0;
    }
    const Bitboard reach = attacks::pawn(us, from);
    if (move.is_en_passant()) {
        return move.promotion() == PieceType::None && to == position.en_passant() &&
               (reach & bit(to)) != 0;
    }
    const bool promotes = move.promotion() != PieceType::None;
    if (promotes != (rank_of(to) == last_rank(us))) return false;
    const Bitboard targets = (reach & position.pieces(!us)) | pawn_pushes(position, us, from);
    return (targets & bit(to)) != 0;
}

}  // namespace

CastlingSquares castling_squares(const Position& position, unsigned wing) {
    const Color us = position.side_to_move();
    const unsigned home = us == Color::White ? 0 : 7;
    return {position.king(us), make_square(wing == kKingSide ? 6 : 2, home),
            position.castling_rook(us, wing), make_square(wing == kKingSide ? 5 : 3, home)};
}

MoveList legal_moves(const Position& position) {
    MoveList moves;
    const Restrictions restrictions(position);
    for (Bitboard rest = position.pieces(position.side_to_move()); rest != 0;) {
        const Square from = pop_first(rest);
        expand(position, from, restrictions.destinations(from), moves);
    }
    if (restrictions.in_check()) return moves;
    for (const unsigned wing : {kKingSide, kQueenSide}) {
        if (!castling_is_legal(position, wing)) continue;
        const CastlingSquares squares = castling_squares(position, wing);
        moves.push_back(Move::castling(squares.king_from, squares.king_to));
    }
    return moves;
}

bool has_legal_move(const Position& position) {
    const Restrictions restrictions(position);
    for (Bitboard rest = position.pieces(position.side_to_move()); rest != 0;) {
        if (restrictions.destinations(pop_first(rest)) != 0) return true;
    }
    // In Chess960 castling can be the only move.
    return castling_is_legal(position, kKingSide) || castling_is_legal(position, kQueenSide);
}

bool is_legal(const Position& position, Move move) {
    const Color us = position.side_to_move();
    const Square from = move.from();
    const Square to = move.to();
    if ((position.pieces(us) & bit(from)) == 0) return false;

    // The two bits that name a promotion to a minor piece or rook are allowed only with the normal
    // flag.
    const bool has_promotion_bits = (move.raw() >> 12 & 3U) != 0;
    if (has_promotion_bits && move.flag() != Move::Flag::Normal) return false;

    if (move.is_castling()) {
        for (const unsigned wing : {kKingSide, kQueenSide}) {
            const CastlingSquares squares = castling_squares(position, wing);
            if (squares.king_from == from && squares.king_to == to) {
                return castling_is_legal(position, wing);
            }
        }
        return false;
    }
    if (!is_pseudo_legal(position, move)) return false;
    if (move.is_en_passant()) return en_passant_is_safe(position, from);
    const Bitboard after = (position.occupied() ^ bit(from)) | bit(to);
    const Square king = position.king(us);
    return king_is_safe(position, king == from ? to : king, after, bit(to));
}

bool gives_check(const Position& position, Move move) {
    const Color us = position.side_to_move();
    const Square their_king = position.king(!us);
    Bitboard left = bit(move.from());  // squares our moved pieces no longer attack from
    Square to = move.to();
    PieceType type = type_of(position.piece_on(move.from()));
    Bitboard after = (position.occupied() ^ left) | bit(to);
    if (move.is_castling()) {
        const CastlingSquares squares =
            castling_squares(position, file_of(to) == 6 ? kKingSide : kQueenSide);
        left |= bit(squares.rook_from);
        after = (position.occupied() & ~left) | bit(squares.king_to) | bit(squares.rook_to);
        to = squares.rook_to;
        type = PieceType::Rook;
    } else if (move.is_en_passant()) {
        after ^= bit(pushed(!us, to));
    } else if (move.promotion() != PieceType::None) {
        type = move.promotion();
    }
    if ((position.attackers(their_king, us, after) & ~left) != 0) return true;
    if (type == PieceType::Pawn) return (attacks::pawn(us, to) & bit(their_king)) != 0;
    return (attacks::on_empty_board(type, to) & bit(their_king)) != 0 &&
           (attacks::between(to, their_king) & after) == 0;
}

}  // namespace edge
