#include "table/played_moves.h"

#include <fmt/format.h>

#include "core/damage.h"

namespace edge::table {

tl::unexpected<Error> illegal_move(const corpus::Corpus& corpus, corpus::GamePlace place,
                                   const corpus::GameView& game, uint32_t ply) {
    const corpus::Shard& shard = corpus.shard(place.shard);
    const auto record = static_cast<uint64_t>(game.record() - shard.moves_bytes().data());
    return corrupt(shard.moves_path(), record + corpus::kHeaderBytes + 2 * uint64_t{ply},
                   fmt::format("found the move {:#06x} at ply {}, expected a legal one",
                               game.move(ply).raw(), ply));
}

}  // namespace edge::table
