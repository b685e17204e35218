#include "games/whole_game.h"

#include <fmt/format.h>

#include "chess/movegen.h"
#include "core/damage.h"

namespace edge::games {

Result<Game> whole_game(const corpus::Corpus& corpus, const StoredGame& stored) {
    Game game;
    game.result = stored.header.result;
    game.tags.reserve(stored.tags.size());
    for (const auto& [name, text] : stored.tags) game.tags.push_back({name, text});
    Position position = game.start;
    NodeIndex last = kRootNode;
    for (uint32_t ply = 0; ply < stored.moves.plies(); ++ply) {
        const Move move = stored.moves.move(ply);
        if (!is_legal(position, move)) {
            const corpus::Shard& shard = corpus.shard(corpus.locate(stored.id).shard);
            const auto record =
                static_cast<uint64_t>(stored.moves.record() - shard.moves_bytes().data());
            return corrupt(shard.moves_path(), record + corpus::kHeaderBytes + 2 * uint64_t{ply},
                           fmt::format("found the move {:#06x} at ply {}, expected a legal one",
                                       move.raw(), ply));
        }
        last = game.moves.add(last, move);
        position.make_move<Maintain::Board>(move);
    }
    return game;
}

}  // namespace edge::games
