#include "codec/synth/move_choice.h"

#include <array>
#include <bit>

#include "chess/attacks.h"
#include "chess/movegen.h"

namespace edge::synth {
namespace {

constexpr std::array<int, 7> kValues = {0, 10, 30, 31, 50, 90, 200};
constexpr int kWorst = -100'000;

// One of the set bits, by a number below 64. Bits after a gap come up more often, which does no
// harm here and costs one rotation.
Square pick_square(Bitboard bits, unsigned turn) {
    const int first = std::countr_zero(std::rotr(bits, static_cast<int>(turn)));
    return square_at((static_cast<unsigned>(first) + turn) & 63U);
}

Bitboard pawn_targets(const Position& position, Square from) {
    const Color us = position.side_to_move();
    Bitboard capturable = position.pieces(!us);
    if (position.en_passant() != Square::None) capturable |= bit(position.en_passant());
    const Bitboard empty = ~position.occupied();
    const bool white = us == Color::White;
    const auto ahead = [white](Bitboard b) { return white ? b << 8 : b >> 8; };
    const Bitboard one = ahead(bit(from)) & empty;
    const Bitboard two = ahead(one) & empty & rank_bits(white ? 3 : 4);
    return (attacks::pawn(us, from) & capturable) | one | two;
}

Move move_between(const Position& position, Square from, Square to) {
    if (type_of(position.piece_on(from)) == PieceType::Pawn) {
        if (to == position.en_passant()) return Move::en_passant(from, to);
        if (rank_of(to) == 0 || rank_of(to) == 7) {
            return Move::promotion(from, to, PieceType::Queen);
        }
    }
    return Move::normal(from, to);
}

// What the piece is likely to lose on its new square.
int risk(const Position& position, Square from, Square to, int own_value) {
    const Color us = position.side_to_move();
    if ((attacks::pawn(us, to) & position.pieces(!us, PieceType::Pawn)) != 0) {
        if (own_value > 10) return own_value - 5;
    }
    const Bitboard after = position.occupied() & ~bit(from);
    const Bitboard attackers = position.attackers(to, !us, after);
    if (attackers == 0) return 0;
    const bool is_defended = (position.attackers(to, us, after) & ~bit(from)) != 0;
    if (!is_defended) return own_value;
    int cheapest = value_of(PieceType::King);
    for (Bitboard rest = attackers; rest != 0;) {
        cheapest = std::min(cheapest, value_of(type_of(position.piece_on(pop_first(rest)))));
    }
    return std::max(0, own_value - cheapest);
}

// Where pieces of the type like to go, apart from winning something.
int taste(const Position& position, Move move, PieceType type) {
    const bool opening = position.fullmove_number() < 15;
    const unsigned rank =
        position.side_to_move() == Color::White ? rank_of(move.to()) : 7 - rank_of(move.to());
    const unsigned home = position.side_to_move() == Color::White ? 0 : 7;
    const unsigned file = file_of(move.to());
    const int center = file >= 2 && file <= 5 ? 3 : 0;
    switch (type) {
        case PieceType::Pawn:
            if (opening) return center != 0 ? center : -5;
            return 2 + static_cast<int>(rank);
        case PieceType::Knight:
        case PieceType::Bishop:
            return center + (opening && rank_of(move.from()) == home ? 9 : 1);
        case PieceType::King:
            return position.pieces(PieceType::Queen) != 0 ? -30 : center;
        default:
            return opening ? -3 : center;
    }
}

// What the move wins, if nothing goes wrong.
int promise(const Position& position, Move move, PieceType type, Random& random) {
    int total = taste(position, move, type) + static_cast<int>(random.below(12));
    total += value_of(type_of(position.piece_on(move.to())));
    if (move.is_en_passant()) total += value_of(PieceType::Pawn);
    if (move.promotion() != PieceType::None) total += value_of(PieceType::Queen);
    const Color us = position.side_to_move();
    const Bitboard chasers = attacks::pawn(us, move.from()) & position.pieces(!us, PieceType::Pawn);
    if (chasers != 0 && type != PieceType::Pawn) total += value_of(type) / 2;
    return total;
}

struct Best {
    Move move;
    int score = kWorst;

    // The expensive tests, what the piece risks and whether the move is legal, come last.
    void consider(const Position& position, Move candidate, Random& random) {
        const PieceType type = type_of(position.piece_on(candidate.from()));
        int candidate_score = promise(position, candidate, type, random);
        if (candidate_score <= score) return;
        if (type != PieceType::King) {
            candidate_score -= risk(position, candidate.from(), candidate.to(), value_of(type));
        }
        if (candidate_score > score && is_legal(position, candidate)) {
            score = candidate_score;
            move = candidate;
        }
    }
};

Move find_mate(const Position& position, const MoveList& moves) {
    for (const Move move : moves) {
        if (!gives_check(position, move)) continue;
        Position next = position;
        next.make_move<Maintain::Board>(move);
        if (!has_legal_move(next)) return move;
    }
    return Move();
}

Move try_castling(const Position& position) {
    const Color us = position.side_to_move();
    for (const unsigned wing : {kKingSide, kQueenSide}) {
        if (!position.can_castle(us, wing)) continue;
        const Square king = position.king(us);
        const Square to = make_square(wing == kKingSide ? 6 : 2, rank_of(king));
        if (is_legal(position, Move::castling(king, to))) return Move::castling(king, to);
    }
    return Move();
}

Move choose_among_all(const Position& position, const MoveList& moves, Random& random) {
    Best best;
    for (const Move move : moves) {
        if (move.promotion() == PieceType::None || move.promotion() == PieceType::Queen) {
            best.consider(position, move, random);
        }
    }
    return best.move;
}

// A piece and a square it could go to on an empty board; often none, because something is in the
// way.
Move draw_candidate(const Position& position, Random& random) {
    const uint64_t bits = random.next();  // one number for the piece, the square and the greed
    const Color us = position.side_to_move();
    const Square from = pick_square(position.pieces(us), bits & 63U);
    const PieceType type = type_of(position.piece_on(from));
    Bitboard targets = type == PieceType::Pawn
                           ? pawn_targets(position, from)
                           : attacks::on_empty_board(type, from) & ~position.pieces(us);
    const Bitboard captures = targets & position.pieces(!us);
    if (captures != 0 && (bits >> 12 & 3U) != 0) targets = captures;
    if (targets == 0) return Move();
    const Square to = pick_square(targets, bits >> 6 & 63U);
    if ((attacks::between(from, to) & position.occupied()) != 0) return Move();
    return move_between(position, from, to);
}

}  // namespace

int value_of(PieceType type) { return kValues[index(type)]; }

Move choose_move(const Position& position, const ChoiceContext& context, Random& random) {
    if (context.hunt_mate || position.in_check()) {
        const MoveList moves = legal_moves(position);
        const Move mate = find_mate(position, moves);
        return mate.is_none() ? choose_among_all(position, moves, random) : mate;
    }
    if (position.castling_rights() != 0 && random.percent(45)) {
        const Move castling = try_castling(position);
        if (!castling.is_none()) return castling;
    }

    Best best;
    const Color us = position.side_to_move();
    if (context.last_to != Square::None) {
        // The piece that has just moved is the one most likely to hang.
        Bitboard takers = position.attackers(context.last_to, us, position.occupied());
        while (takers != 0) {
            best.consider(position, move_between(position, pop_first(takers), context.last_to),
                          random);
        }
    }
    // Attempts that find no square cost little; a bare king may still need many.
    unsigned weighed = 0;
    for (unsigned draws = 0; draws < 4 * context.candidates && weighed < context.candidates;
         ++draws) {
        const Move candidate = draw_candidate(position, random);
        if (candidate.is_none()) continue;
        ++weighed;
        best.consider(position, candidate, random);
    }
    if (!best.move.is_none()) return best.move;
    return choose_among_all(position, legal_moves(position), random);
}

}  // namespace edge::synth
