#include "query/plan/predicate_evaluation.h"

#include <algorithm>
#include <bit>

#include "chess/movegen.h"
#include "chess/san.h"
#include "core/overloaded.h"
#include "corpus/replay.h"

namespace edge::query {

namespace {

constexpr Bitboard kLightSquares = 0x55AA55AA55AA55AA;

bool plays_check(const Position& position, Move move) {
    return corpus::is_playable(position, move) && gives_check(position, move);
}

bool holds_plain(const PlainCode& code, const Moment& at) {
    const Board& board = at.board;
    const auto to_move = [&] { return static_cast<Color>(at.ply & 1) == code.color; };
    switch (code.predicate) {
        case PlainPredicate::Pass:
            return true;
        case PlainPredicate::QueensOff:
            return count_of(board.counts(), index(make_piece(code.color, PieceType::Queen))) == 0;
        case PlainPredicate::BishopPair: {
            const Bitboard bishops = board.set(code.color, PieceType::Bishop);
            return (bishops & kLightSquares) != 0 && (bishops & ~kLightSquares) != 0;
        }
        case PlainPredicate::RookOnSeventh:
            return (board.set(code.color, PieceType::Rook) & seventh_rank(code.color)) != 0;
        case PlainPredicate::KingCastled:
            return board.has_castled(code.color);
        case PlainPredicate::InCheck:
            return to_move() && at.rules.at(at.ply).in_check();
        // Mate and stalemate end a game, so only its last position is tested.
        case PlainPredicate::Checkmate:
            return at.is_last() && to_move() && is_checkmate(at.rules.at(at.ply));
        case PlainPredicate::Stalemate:
            return at.is_last() && to_move() && is_stalemate(at.rules.at(at.ply));
        case PlainPredicate::GivesCheck:
            return !at.is_last() && plays_check(at.rules.at(at.ply), at.game.move(at.ply));
    }
    return false;
}

// The squares that hold one of the allowed pieces.
Bitboard squares_of(uint16_t allowed, const Board& board) {
    Bitboard fits = 0;
    Bitboard occupied = 0;
    for (unsigned piece = 1; piece < 16; ++piece) {
        if ((allowed >> piece & 1U) != 0) fits |= board.set(piece);
        occupied |= board.set(piece);
    }
    return (allowed & 1U) != 0 ? fits | ~occupied : fits;
}

// ---- moves

// Only the flag distinguishes castling from another move of the king.
bool holds_castling(const MovePattern& pattern, Move move) {
    const unsigned file = pattern.castling == MovePattern::Castling::KingSide ? 6 : 2;
    return move.is_castling() && file_of(move.to()) == file;
}

// Whether another piece of the kind could have gone there too and the pattern does not tell them
// apart.
bool is_ambiguous(const MovePattern& pattern, const Position& position, Move move) {
    for (const Move other : legal_moves(position)) {
        if (other.to() != move.to() || other.from() == move.from() ||
            type_of(position.piece_on(other.from())) != pattern.piece) {
            continue;
        }
        if ((!pattern.from_file || file_of(other.from()) == *pattern.from_file) &&
            (!pattern.from_rank || rank_of(other.from()) == *pattern.from_rank)) {
            return true;
        }
    }
    return false;
}

bool holds_move(const MovePattern& pattern, const Moment& at, Move move) {
    if (pattern.castling != MovePattern::Castling::No) return holds_castling(pattern, move);
    if (move.to() != pattern.to) return false;
    const Square from = move.from();
    const bool loose = pattern.style == MovePattern::Style::Loose;
    const bool loose_pawn = loose && pattern.piece == PieceType::Pawn;
    if (!loose_pawn && ((pattern.from_file && file_of(from) != *pattern.from_file) ||
                        (pattern.from_rank && rank_of(from) != *pattern.from_rank))) {
        return false;
    }
    if (pattern.style == MovePattern::Style::Uci) return move.promotion() == pattern.promotion;
    const unsigned piece = at.board.piece_on(index(from));
    if (static_cast<PieceType>(piece & 7) != pattern.piece || move.is_castling()) return false;
    if (loose) return true;
    const bool capture = move.is_en_passant() || at.board.piece_on(index(move.to())) != 0;
    if (capture != pattern.capture || move.promotion() != pattern.promotion) return false;
    // A pawn's capture names its file, so a pawn move is never ambiguous.
    return pattern.piece == PieceType::Pawn || !is_ambiguous(pattern, at.rules.at(at.ply), move);
}

KindSet kind_bit(unsigned piece) { return static_cast<KindSet>(1U << (piece & 7U)); }

KindSet kind_taken(const Moment& at, Move move) {
    if (move.is_en_passant()) return kind_bit(index(PieceType::Pawn));
    const unsigned taken = at.board.piece_on(index(move.to()));
    return taken == 0 ? KindSet{0} : kind_bit(taken);
}

}  // namespace

const Position& RuleBoard::at(uint32_t ply) {
    if (ply < ply_) {
        ply_ = 0;
        position_ = Position::start();
    }
    for (; ply_ < ply; ++ply_) {
        const Move move = game_->move(ply_);
        if (!corpus::is_playable(position_, move)) {
            ply_ = ply;
            break;
        }
        position_.make_move<Maintain::Board>(move);
    }
    return position_;
}

bool choices_hold(const ShiftCode::Shape& shape, Bitboard anchors, const Board& board) {
    for (const auto& [allowed, offset] : shape.choices) {
        anchors &= squares_of(allowed, board) >> offset;
        if (anchors == 0) return false;
    }
    return true;
}

bool CountCode::holds(PackedCounts counts) const {
    if ((counts & mask) != value || impossible) return false;
    return std::ranges::all_of(tests,
                               [counts](const LinearTest& test) { return test.holds(counts); });
}

bool holds_on_closer_look(const AtomCode& atom, const Moment& at) {
    const auto move = [&at] { return at.game.move(at.ply); };
    return std::visit(
        Overloaded{
            [&](const MaterialCode& code) {
                const PackedCounts counts = at.board.counts();
                return counts == code.counts || counts == code.flipped;
            },
            [&](const PlainCode& code) { return holds_plain(code, at); },
            [&](const ShiftCode& code) { return holds(code, at.board); },
            [&](const PositionCode& code) {
                return at.rules.at(at.ply).same_position(code.test.position);
            },
            [&](const MoveCode& code) {
                return std::ranges::any_of(code.test.moves, [&](const MovePattern& pattern) {
                    return holds_move(pattern, at, move());
                });
            },
            [&](const Moved& test) {
                return !at.is_last() &&
                       (test.kinds & kind_bit(at.board.piece_on(index(move().from())))) != 0;
            },
            [&](const Captured& test) {
                if (at.is_last()) return false;
                const KindSet taken = kind_taken(at, move());
                return test.kinds == 0 ? taken == 0 : (taken & test.kinds) != 0;
            },
            [&](const Promoted& test) {
                return !at.is_last() && move().promotion() != PieceType::None &&
                       (test.kinds & kind_bit(index(move().promotion()))) != 0;
            },
            [](const auto&) { return false; },  // answered by holds()
        },
        atom.test);
}

}  // namespace edge::query
