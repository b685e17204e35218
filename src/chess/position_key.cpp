#include "chess/position_key.h"

namespace edge {

PositionKey position_key(const Position& p) {
    const auto kinds = [&](PieceType a, PieceType b, PieceType c) {
        return p.pieces(a) | p.pieces(b) | p.pieces(c);
    };
    uint64_t rest = index(p.side_to_move()) | uint64_t{p.castling_rights()} << 8 |
                    uint64_t{index(p.en_passant())} << 16;
    for (const Color c : {Color::White, Color::Black}) {
        for (const unsigned wing : {kKingSide, kQueenSide}) {
            if (!p.can_castle(c, wing)) continue;
            rest |= uint64_t{index(p.castling_rook(c, wing))} << (24 + 6 * castling_index(c, wing));
        }
    }
    return {kinds(PieceType::Pawn, PieceType::Bishop, PieceType::Queen),
            kinds(PieceType::Knight, PieceType::Bishop, PieceType::King),
            kinds(PieceType::Rook, PieceType::Queen, PieceType::King), p.pieces(Color::Black),
            rest};
}

}  // namespace edge
