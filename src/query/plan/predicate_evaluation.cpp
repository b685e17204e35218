#include "query/plan/predicate_evaluation.h"

#include <algorithm>
#include <bit>

#include "chess/movegen.h"
#include "core/overloaded.h"
#include "corpus/replay.h"

namespace edge::query {

namespace {

constexpr Bitboard kLightSquares = 0x55AA55AA55AA55AA;

bool plays_check(const Position& position, Move move) {
    return corpus::is_playable(position, move) && gives_check(position, move);
}

bool plays_mate(const Position& position, Move move) {
    if (!corpus::is_playable(position, move)) return false;
    Position next = position;
    next.make_move<Maintain::Board>(move);
    return is_checkmate(next);
}

bool holds_plain(const PlainCode& code, const Moment& at) {
    const Board& board = at.board;
    const auto to_move = [&] {
        return code.whoever_moves || static_cast<Color>(at.ply & 1) == code.color;
    };
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

bool starts_on(const MovePattern& pattern, Square from) {
    return (!pattern.from_file || file_of(from) == *pattern.from_file) &&
           (!pattern.from_rank || rank_of(from) == *pattern.from_rank);
}

bool ends_on(const MovePattern& pattern, Move move) {
    if (move.to() == pattern.to) return true;
    if (pattern.style != MovePattern::Style::Uci || !move.is_castling()) return false;
    const unsigned rook_file = file_of(move.to()) == 6 ? 7 : 0;
    return pattern.to == make_square(rook_file, rank_of(move.to()));
}

bool promotes_to(const MovePattern& pattern, Move move) {
    return pattern.promotion == PieceType::None || move.promotion() == pattern.promotion;
}

// All that the pattern says but its mark.
bool is_named(const MovePattern& pattern, const Board& board, Move move) {
    if (pattern.castling != MovePattern::Castling::No) return holds_castling(pattern, move);
    if (!ends_on(pattern, move)) return false;
    const bool loose = pattern.style == MovePattern::Style::Loose;
    const bool loose_pawn = loose && pattern.piece == PieceType::Pawn;
    if (!loose_pawn && !starts_on(pattern, move.from())) return false;
    if (pattern.style == MovePattern::Style::Uci) return promotes_to(pattern, move);
    const unsigned piece = board.piece_on(index(move.from()));
    if (static_cast<PieceType>(piece & 7) != pattern.piece || move.is_castling()) return false;
    if (loose) return true;
    const bool capture = move.is_en_passant() || board.piece_on(index(move.to())) != 0;
    return capture == pattern.capture && promotes_to(pattern, move);
}

bool holds_mark(MovePattern::Mark mark, const Moment& at, Move move) {
    switch (mark) {
        case MovePattern::Mark::None:
            break;
        case MovePattern::Mark::Check:
            return plays_check(at.rules.at(at.ply), move);
        // Mate ends a game.
        case MovePattern::Mark::Mate:
            return at.ply + 1 == at.game.plies() && plays_mate(at.rules.at(at.ply), move);
    }
    return true;
}

// The mark comes last: it needs the rules.
bool holds_move(const MovePattern& pattern, const Moment& at, Move move) {
    return is_named(pattern, at.board, move) && holds_mark(pattern.mark, at, move);
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
