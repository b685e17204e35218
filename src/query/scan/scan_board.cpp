#include "query/scan/scan_board.h"

namespace edge::query {

Board::Board(uint8_t events_of_query, uint16_t men, const MissTable& misses)
    : misses_(misses), followed_(men) {
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

    const bool asks_for_material = (events_of_query & event::kMaterial) != 0;
    for (unsigned man = 0; man < 16; ++man) {
        const uint32_t white = uint32_t{foul(man, 0) == 0} << 8;
        const uint32_t black = uint32_t{foul(man, 1) == 0} << 16;
        const uint32_t nobody = uint32_t{white + black == 0} << 24;
        for (unsigned taken = 0; taken < 16; ++taken) {
            const bool changes =
                is_followed(man) || is_followed(taken) || (asks_for_material && taken != 0);
            tallies_[man | taken << 4] = white + black + nobody + uint32_t{changes};
        }
    }
}

}  // namespace edge::query
