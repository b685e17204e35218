#include "codec/scid4/material.h"

#include <algorithm>

namespace edge::scid4 {

// White's pieces in the high bits, Black's below, each side as QQRR BBNN PPPP.
uint32_t material_code(const PieceCounts& counts) {
    uint32_t code = 0;
    for (const Color color : {Color::White, Color::Black}) {
        for (const PieceType type :
             {PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight}) {
            code = code << 2 | std::min<uint32_t>(counts[index(make_piece(color, type))], 3);
        }
        code = code << 4 | counts[index(make_piece(color, PieceType::Pawn))];
    }
    return code;
}

}  // namespace edge::scid4
