#include "chess/perft.h"

#include "chess/movegen.h"

namespace edge {

namespace {

template <CastlingRule rule>
uint64_t count_leaves(const Position& position, unsigned depth) {
    const MoveList moves = legal_moves(position);
    if (depth == 1) return moves.size();
    uint64_t leaves = 0;
    for (const Move move : moves) {
        Position next = position;
        next.make_move<Maintain::Board, rule>(move);
        leaves += count_leaves<rule>(next, depth - 1);
    }
    return leaves;
}

}  // namespace

uint64_t perft(const Position& position, unsigned depth) {
    if (depth == 0) return 1;
    return position.has_standard_castling() ? count_leaves<CastlingRule::Standard>(position, depth)
                                            : count_leaves<CastlingRule::Chess960>(position, depth);
}

}  // namespace edge
