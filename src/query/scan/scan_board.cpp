#include "query/scan/scan_board.h"

namespace edge::query {

Board::Board(uint8_t events_of_query, uint16_t pieces, const MissTable& misses)
    : misses_(misses), followed_(pieces) {
    const Position& start = Position::start();
    for (unsigned s = 0; s < 64; ++s) {
        const unsigned piece = index(start.piece_on(square_at(s)));
        start_.pieces[s] = static_cast<Piece>(piece);
        start_.sets[piece] |= Bitboard{1} << s;
        start_.hash ^= key(piece, s);
        start_.counts += kOneOf[piece];
        start_.misses += misses[s][piece];
    }
    state_ = start_;

    const auto reported = [events_of_query](unsigned events) {
        return static_cast<uint8_t>(events & events_of_query);
    };
    on_move_.fill(reported(event::kPly));
    for (const Color c : {Color::White, Color::Black}) {
        const unsigned pawn = index(make_piece(c, PieceType::Pawn));
        const unsigned rook = index(make_piece(c, PieceType::Rook));
        on_move_[pawn] = reported(event::kPly | event::kPawns);
        on_move_[rook] = reported(event::kPly | event::kRooks);
        for (unsigned kind = 1; kind <= 6; ++kind) {
            on_capture_[index(c) << 3 | kind] = reported(event::kMaterial);
        }
        on_capture_[pawn] = reported(event::kMaterial | event::kPawns);
        on_capture_[rook] = reported(event::kMaterial | event::kRooks);
    }
    on_castling_ = reported(event::kCastling | event::kRooks);

    const bool refers_to_material = (events_of_query & event::kMaterial) != 0;
    for (unsigned piece = 0; piece < 16; ++piece) {
        const uint32_t white = uint32_t{damage_by(piece, 0) == 0} << 8;
        const uint32_t black = uint32_t{damage_by(piece, 1) == 0} << 16;
        const uint32_t nobody = uint32_t{white + black == 0} << 24;
        for (unsigned taken = 0; taken < 16; ++taken) {
            const bool changes =
                is_followed(piece) || is_followed(taken) || (refers_to_material && taken != 0);
            tallies_[piece | taken << 4] = white + black + nobody + uint32_t{changes};
        }
    }
}

}  // namespace edge::query
