// SMove16, the move of the corpus format: from (bits 0-5), to (6-11), promotion to knight, bishop
// or rook (12-13), flags (14-15). On disk: do not change the values.
#pragma once

#include "chess/types.h"

namespace edge {

class Move {
public:
    enum class Flag : uint8_t { Normal, Castle, EnPassant, QueenPromotion };

    constexpr Move() = default;  // none: a1a1, which is never legal
    static constexpr Move from_raw(uint16_t raw) { return Move(raw); }
    static constexpr Move normal(Square from, Square to) {
        return with_flag(from, to, Flag::Normal);
    }
    // `to` is where the king ends up: the g-file or the c-file, in Chess960 too.
    static constexpr Move castling(Square from, Square to) {
        return with_flag(from, to, Flag::Castle);
    }
    static constexpr Move en_passant(Square from, Square to) {
        return with_flag(from, to, Flag::EnPassant);
    }
    static constexpr Move promotion(Square from, Square to, PieceType to_type) {
        if (to_type == PieceType::Queen) return with_flag(from, to, Flag::QueenPromotion);
        return Move(
            static_cast<uint16_t>(index(from) | index(to) << 6 | (index(to_type) - 1) << 12));
    }

    constexpr uint16_t raw() const { return raw_; }
    constexpr Square from() const { return static_cast<Square>(raw_ & 63U); }
    constexpr Square to() const { return static_cast<Square>(raw_ >> 6 & 63U); }
    constexpr Flag flag() const { return static_cast<Flag>(raw_ >> 14); }
    constexpr bool is_castling() const { return flag() == Flag::Castle; }
    constexpr bool is_en_passant() const { return flag() == Flag::EnPassant; }
    // The piece a pawn becomes; None when this is not a promotion.
    constexpr PieceType promotion() const {
        if (flag() == Flag::QueenPromotion) return PieceType::Queen;
        const unsigned code = raw_ >> 12 & 3U;
        return code == 0 ? PieceType::None : static_cast<PieceType>(code + 1);
    }
    constexpr bool is_none() const { return raw_ == 0; }
    friend constexpr bool operator==(Move, Move) = default;

private:
    explicit constexpr Move(uint16_t raw) : raw_(raw) {}
    static constexpr Move with_flag(Square from, Square to, Flag flag) {
        return Move(static_cast<uint16_t>(index(from) | index(to) << 6 |
                                          static_cast<unsigned>(flag) << 14));
    }
    uint16_t raw_ = 0;
};

}  // namespace edge
