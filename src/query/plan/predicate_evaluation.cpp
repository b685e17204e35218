#include "query/plan/predicate_evaluation.h"

#include <algorithm>
#include <bit>

#include "chess/movegen.h"
#include "core/overloaded.h"
#include "corpus/replay.h"
#include "query/scan/piece_board.h"

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

KindSet kind_bit(unsigned piece) { return static_cast<KindSet>(1U << (piece & 7U)); }

KindSet kind_taken(const Moment& at, Move move) {
    if (move.is_en_passant()) return kind_bit(index(PieceType::Pawn));
    const unsigned taken = at.board.piece_on(index(move.to()));
    return taken == 0 ? KindSet{0} : kind_bit(taken);
}

bool has_opposite_bishops(const Board& board) {
    const Bitboard white = board.set(Color::White, PieceType::Bishop);
    const Bitboard black = board.set(Color::Black, PieceType::Bishop);
    return std::has_single_bit(white) && std::has_single_bit(black) &&
           ((white & kLightSquares) == 0) != ((black & kLightSquares) == 0);
}

bool is_quiet(const Moment& at) {
    if (!at.is_last()) {
        const Move move = at.game.move(at.ply);
        if (kind_taken(at, move) != 0 || move.promotion() != PieceType::None) return false;
    }
    return !at.rules.at(at.ply).in_check();
}

// ---- sacrifices

// False where the move after this one surely takes nothing and promotes nothing, which is what a
// look at its target shows for most. After a special move, or for one, it says true.
bool may_lose_material(const Moment& at) {
    const Move move = at.game.move(at.ply);
    const Move reply = at.game.move(at.ply + 1);
    return (move.raw() | reply.raw()) >> 12 != 0 || reply.to() == move.to() ||
           at.board.piece_on(index(reply.to())) != 0;
}

// Plays on with a copy of the pieces: the moves are stored, and the board stays where it is.
bool is_sacrifice(const Moment& at) {
    const uint32_t plies = at.game.plies();
    if (at.ply + 1 >= plies || !may_lose_material(at)) return false;
    PieceBoard ahead(at.board.pieces());
    const auto value_of = [mover = at.ply & 1](Piece piece) {
        const int value = kPieceValues[index(type_of(piece))];
        return index(color_of(piece)) == mover ? value : -value;
    };
    int gained = 0;  // by the side that moves now, up to where `ahead` is
    const auto play = [&](uint32_t ply) {
        ahead.play(at.game.move(ply), [&](Square, Piece before, Piece after) {
            gained += value_of(after) - value_of(before);
        });
    };
    play(at.ply);
    play(at.ply + 1);
    if (gained >= 0) return false;
    if (at.ply + 2 < plies) play(at.ply + 2);
    return gained < 0;
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
        case PlainPredicate::OppositeBishops:
            return has_opposite_bishops(board);
        case PlainPredicate::Iqp:
            return is_isolated_queen_pawn(board.set(code.color, PieceType::Pawn),
                                          board.set(!code.color, PieceType::Pawn));
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
        case PlainPredicate::Quiet:
            return is_quiet(at);
        case PlainPredicate::Sacrifice:
            return to_move() && is_sacrifice(at);
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
            [&](const OpeningCode& code) { return code.positions->holds(at.rules.at(at.ply)); },
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
