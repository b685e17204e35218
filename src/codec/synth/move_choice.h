// Picks moves that look like a game: a few candidates are picked at random and the one that wins
// most or risks least is played. A stronger player picks more of them. No search: speed matters
// more than sense.
#pragma once

#include "chess/position.h"
#include "codec/synth/random.h"

namespace edge::synth {

// In tenths of a pawn, by PieceType.
int value_of(PieceType type);

struct ChoiceContext {
    Square last_to = Square::None;  // where the opponent's last move ended
    unsigned candidates = 4;        // how many moves to weigh
    bool hunt_mate = false;         // look at every move for a mate first
};

// A legal move; none when there is no legal move.
Move choose_move(const Position& position, const ChoiceContext& context, Random& random);

}  // namespace edge::synth
