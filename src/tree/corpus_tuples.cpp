#include "tree/corpus_tuples.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/damage.h"
#include "core/ordered_work.h"
#include "corpus/replay.h"

namespace edge::tree {

using corpus::Corpus;

namespace {

constexpr uint64_t kStepGames = 4096;

// `ply` is the ply of the first move that cannot be played.
Status unplayable(const Corpus& corpus, corpus::GamePlace place, const corpus::GameView& view,
                  uint32_t ply) {
    const corpus::Shard& shard = corpus.shard(place.shard);
    const auto at = static_cast<uint64_t>(view.record() - shard.moves_bytes().data()) +
                    corpus::kHeaderBytes + 2 * uint64_t{ply};
    return corrupt(shard.moves_path(), at,
                   fmt::format("found move {:#06x} at ply {} of game {}, expected one that "
                               "can be played",
                               view.move(ply).raw(), ply, place.index));
}

// Adds the games [begin, end), numbered from 0.
Status collect(const Corpus& corpus, const Bitmap* only, uint32_t depth, uint64_t begin,
               uint64_t end, TupleCollector& tuples) {
    tuples.clear();
    return corpus::for_each_game(
        corpus, begin, end,
        [&](uint64_t id, corpus::GamePlace place, const corpus::GameView& view) -> Status {
            if (only != nullptr && !only->test(place.shard, place.index)) return {};
            tuples.begin_game();
            const uint32_t played =
                corpus::replay(view, [&](uint32_t ply, const Position& position, Move move) {
                    if (ply >= depth) return false;
                    tuples.add(position.hash(), position.halfmove_clock(), move);
                    return true;
                });
            if (played != view.plies()) return unplayable(corpus, place, view, played);
            tuples.finish_game(static_cast<uint32_t>(id - begin), view.header().result);
            return {};
        });
}

}  // namespace

Status add_corpus_tuples(const Corpus& corpus, GameRange range, const Bitmap* only,
                         uint32_t tree_plies, unsigned threads, TreeBuilder& builder) {
    const uint32_t depth = tree_plies == 0 ? corpus::kMaxPlies : tree_plies;
    const uint64_t games = range.end - range.begin;
    uint64_t first_game = 0;
    OrderedWork<uint64_t, SlicedTuples> work(
        2 * uint64_t{threads} + 2, numbers_below((games + kStepGames - 1) / kStepGames),
        [&](SlicedTuples tuples) -> Result<bool> {
            EDGE_CHECK(builder.add(std::move(tuples), first_game));
            first_game += kStepGames;
            return true;
        });
    return work.run(threads, [&](unsigned) {
        TupleCollector tuples;
        while (const auto step = work.take()) {
            const uint64_t begin = range.begin + step->number * kStepGames;
            const uint64_t end = std::min(begin + kStepGames, range.end);
            work.put(step->number, collect(corpus, only, depth, begin, end, tuples).transform([&] {
                return tuples.sliced();
            }));
        }
    });
}

}  // namespace edge::tree
