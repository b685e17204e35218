// Playing a stored game for its notation: every move must be legal, otherwise its text would mean
// something else.
#pragma once

#include <cstdint>

#include "chess/movegen.h"
#include "chess/position.h"
#include "corpus/corpus.h"
#include "edge/result.h"

namespace edge::table {

// Corrupt, with the position of the move.
tl::unexpected<Error> illegal_move(const corpus::Corpus& corpus, corpus::GamePlace place,
                                   const corpus::GameView& game, uint32_t ply);

// Calls visit(ply, position, move) for the moves of a game in order, each before it is played.
template <Maintain maintain, class Visit>
Status for_each_move(const corpus::Corpus& corpus, corpus::GamePlace place,
                     const corpus::GameView& game, Visit visit) {
    Position position = Position::start();
    for (uint32_t ply = 0; ply < game.plies(); ++ply) {
        const Move move = game.move(ply);
        if (!is_legal(position, move)) return illegal_move(corpus, place, game, ply);
        visit(ply, position, move);
        position.make_move<maintain>(move);
    }
    return {};
}

}  // namespace edge::table
