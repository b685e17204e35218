// Legal moves: generation, and the questions that need less than all of them (is this move legal,
// is there any, does it give check). Chess960 castling is included everywhere; nothing here
// allocates.
#pragma once

#include <array>
#include <cstddef>

#include "chess/move.h"
#include "chess/position.h"

namespace edge {

// The moves of one position. A game from the ordinary start never has more than 218; the capacity
// is what fifteen queens and a castling king could have, since parse_fen accepts any sixteen
// pieces.
class MoveList {
public:
    static constexpr size_t kCapacity = 15 * 27 + 8 + 2;

    void push_back(Move move) { moves_[size_++] = move; }
    size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Move operator[](size_t i) const { return moves_[i]; }
    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return moves_.data() + size_; }

private:
    std::array<Move, kCapacity> moves_;
    size_t size_ = 0;
};

MoveList legal_moves(const Position& position);

// Exact for every 16-bit value: a move with the wrong flag is not legal.
bool is_legal(const Position& position, Move move);

// These two stop at the first move they find.
bool has_legal_move(const Position& position);
inline bool is_checkmate(const Position& p) { return p.in_check() && !has_legal_move(p); }
inline bool is_stalemate(const Position& p) { return !p.in_check() && !has_legal_move(p); }

// Whether a legal move attacks the other king, directly or by discovery.
bool gives_check(const Position& position, Move move);

// Where king and rook start and end when the side to move castles to that wing.
struct CastlingSquares {
    Square king_from, king_to, rook_from, rook_to;
};
CastlingSquares castling_squares(const Position& position, unsigned wing);

}  // namespace edge
