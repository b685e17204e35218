#include "codec/viriformat/packed_move.h"

namespace edge::viriformat {
namespace {

// On disk: do not change the values.
enum class Kind : uint8_t { Plain, EnPassant, Castling, Promotion };

constexpr unsigned kToShift = 6, kPromotionShift = 12, kKindShift = 14;

constexpr unsigned wing_of(Square king_to) {
    return file_of(king_to) == 6 ? kKingSide : kQueenSide;
}

Move unpack_castling(const Position& position, Square from, Square rook) {
    const Color side = position.side_to_move();
    for (const unsigned wing : {kKingSide, kQueenSide}) {
        if (position.can_castle(side, wing) && position.castling_rook(side, wing) == rook) {
            return Move::castling(from, make_square(wing == kKingSide ? 6 : 2, rank_of(from)));
        }
    }
    return {};
}

}  // namespace

Move unpack_move(const Position& position, uint16_t packed) {
    const Square from = square_at(packed & 63U);
    const Square to = square_at(packed >> kToShift & 63U);
    switch (static_cast<Kind>(packed >> kKindShift)) {
        case Kind::Plain:
            return Move::normal(from, to);
        case Kind::EnPassant:
            return Move::en_passant(from, to);
        case Kind::Castling:
            return unpack_castling(position, from, to);
        case Kind::Promotion:
            break;
    }
    const unsigned piece = (packed >> kPromotionShift & 3U) + index(PieceType::Knight);
    return Move::promotion(from, to, static_cast<PieceType>(piece));
}

uint16_t pack_move(const Position& position, Move move) {
    Square to = move.to();
    Kind kind = Kind::Plain;
    unsigned promotion = 0;
    if (move.is_castling()) {
        kind = Kind::Castling;
        to = position.castling_rook(position.side_to_move(), wing_of(to));
    } else if (move.is_en_passant()) {
        kind = Kind::EnPassant;
    } else if (move.promotion() != PieceType::None) {
        kind = Kind::Promotion;
        promotion = index(move.promotion()) - index(PieceType::Knight);
    }
    return static_cast<uint16_t>(index(move.from()) | index(to) << kToShift |
                                 promotion << kPromotionShift |
                                 static_cast<unsigned>(kind) << kKindShift);
}

}  // namespace edge::viriformat
