#include "query/board.h"

namespace edge::query {

Board::Board(uint8_t events_of_query, const MissTable& misses) : misses_(misses) {
    const Position& start = Position::start();
    for (unsigned s = 0; s < 64; ++s) {
        const unsigned man = index(start.piece_on(square_at(s)));
        start_.men[s] = static_cast<Piece>(man);
        start_.sets[man] |= Bitboard{1} << s;
        start_.hash ^= key(man, s);
        start_.counts += kOneOf[man];
        start_.misses += misses[s][man];
    }
    state_ = start_;

    const auto asked = [events_of_query](unsigned events) {
        return static_cast<uint8_t>(events & events_of_query);
    };
    on_move_.fill(asked(event::kPly));
    for (const Color c : {Color::White, Color::Black}) {
        const unsigned pawn = index(make_piece(c, PieceType::Pawn));
        const unsigned rook = index(make_piece(c, PieceType::Rook));
        on_move_[pawn] = asked(event::kPly | event::kPawns);
        on_move_[rook] = asked(event::kPly | event::kRooks);
        for (unsigned kind = 1; kind <= 6; ++kind) {
            on_capture_[index(c) << 3 | kind] = asked(event::kMaterial);
        }
        on_capture_[pawn] = asked(event::kMaterial | event::kPawns);
        on_capture_[rook] = asked(event::kMaterial | event::kRooks);
    }
    on_castling_ = asked(event::kCastling | event::kRooks);
}

}  // namespace edge::query
