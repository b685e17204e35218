#include "table/part_player.h"

#include <fmt/format.h>

#include "core/damage.h"
#include "corpus/replay.h"
#include "table/played_moves.h"

namespace edge::table {

Status PartPlayer::enter(const GamePart& part, bool moves) {
    const bool is_same = game_ && place_.shard == part.place.shard &&
                         place_.index == part.place.index && at_ <= part.plies.first;
    if (!is_same) {
        const corpus::Shard& shard = corpus_.shard(part.place.shard);
        game_ = EDGE_TRY(shard.game(part.place.index));
        place_ = part.place;
        position_ = Position::start();
        at_ = 0;
    }
    // The record may have changed since the plan was made.
    if (part.plies.last + (moves ? 1 : 0) > game_->plies()) {
        return fail(ErrorCode::Corrupt,
                    fmt::format("{}: game {} became shorter while it was read",
                                corpus_.shard(place_.shard).moves_path(), place_.index));
    }
    return {};
}

Status PartPlayer::play_to(uint32_t ply) {
    for (; at_ < ply; ++at_) {
        const Move move = game_->move(at_);
        if (!corpus::is_playable(position_, move)) return illegal_move(at_);
        position_.make_move<Maintain::BoardAndHash>(move);
    }
    return {};
}

tl::unexpected<Error> PartPlayer::illegal_move(uint32_t ply) const {
    return table::illegal_move(corpus_, place_, *game_, ply);
}

}  // namespace edge::table
