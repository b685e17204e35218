// Walks through the parts of a plan with the board at each ply, playing every game once from its
// start as far as it is needed.
#pragma once

#include <cstdint>
#include <optional>

#include "chess/position.h"
#include "corpus/corpus.h"
#include "edge/result.h"
#include "table/row_plan.h"

namespace edge::table {

class PartPlayer {
public:
    explicit PartPlayer(const corpus::Corpus& corpus) : corpus_(corpus) {}

    // Goes to a game. Corrupt when its record is damaged or too short for the last ply of the part
    // and, with `moves`, the move there.
    Status enter(const GamePart& part, bool moves);

    // Plays on to a ply of the part, not before the last one; the hash is kept up to date. Corrupt
    // when a move on the way cannot be played.
    Status play_to(uint32_t ply);

    const corpus::GameView& game() const { return *game_; }
    const Position& position() const { return position_; }
    // Corrupt: the move at that ply is not legal.
    tl::unexpected<Error> illegal_move(uint32_t ply) const;

private:
    const corpus::Corpus& corpus_;
    corpus::GamePlace place_{};
    std::optional<corpus::GameView> game_;  // at place_
    Position position_ = Position::start();
    uint32_t at_ = 0;  // the ply of position_
};

}  // namespace edge::table
