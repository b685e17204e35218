// A move and the score of the position before it: the four-byte unit of a viriformat game after its
// board.
//
//     bits 0-5 from, 6-11 to, 12-13 knight, bishop, rook or queen, 14-15 kind; 16-31 the score
//
// Castling is the king taking its own rook, in ordinary chess too. Four zero bytes end the game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "chess/move.h"
#include "chess/movegen.h"
#include "chess/position.h"
#include "codec/move_score.h"
#include "core/byte_order.h"

namespace edge::viriformat {

inline constexpr size_t kMoveBytes = 4;
inline constexpr uint32_t kEndOfGame = 0;

// The move need not be legal; castling without the right to it gives none. Promotion bits of other
// moves are ignored.
Move unpack_move(const Position& position, uint16_t packed);

// The move is legal.
uint16_t pack_move(const Position& position, Move move);

// Plays the moves from `position` and calls visit(position, move, score) before each. Stops before
// the first that is not legal; returns how many it played.
template <class Visit>
size_t play_through(std::span<const std::byte> moves, Position position, Visit&& visit) {
    const size_t count = moves.size() / kMoveBytes;
    for (size_t i = 0; i < count; ++i) {
        const Move move = unpack_move(position, load<uint16_t>(moves.data() + i * kMoveBytes));
        if (!is_legal(position, move)) return i;
        visit(position, move, load<Score>(moves.data() + i * kMoveBytes + 2));
        position.make_move<Maintain::Board, CastlingRule::Chess960>(move);
    }
    return count;
}

}  // namespace edge::viriformat
