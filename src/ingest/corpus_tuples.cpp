#include "ingest/corpus_tuples.h"

#include <algorithm>
#include <atomic>

#include <fmt/format.h>

#include "core/in_order.h"
#include "core/parallel.h"
#include "corpus/damage.h"
#include "corpus/replay.h"

namespace edge::ingest {

using corpus::Corpus;

namespace {

constexpr uint64_t kBatchGames = 4096;

// `ply` is that of the first move that cannot be played.
Status unplayable(const Corpus& corpus, corpus::GamePlace place, const corpus::GameView& view,
                  uint32_t ply) {
    const corpus::Shard& shard = corpus.shard(place.shard);
    const auto at = static_cast<uint64_t>(view.record() - shard.moves_bytes().data()) +
                    corpus::kHeaderBytes + 2 * uint64_t{ply};
    return corpus::corrupt(shard.moves_path(), at,
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

Status add_corpus_tuples(const Corpus& corpus, const Bitmap* only, uint32_t tree_plies,
                         unsigned threads, TreeBuilder& builder) {
    const uint32_t depth = tree_plies == 0 ? corpus::kMaxPlies : tree_plies;
    const uint64_t games = corpus.game_count();
    InOrder<Result<PartitionedTuples>> in_order(2 * uint64_t{threads} + 2);
    std::atomic<uint64_t> next_batch = 0;
    uint64_t first_game = 0;
    Status status;
    const auto take = [&](Result<PartitionedTuples> tuples) {
        if (tuples) {
            status = builder.add(*std::move(tuples), first_game);
        } else {
            status = tl::unexpected(std::move(tuples).error());
        }
        first_game += kBatchGames;
        return status.has_value();
    };
    const auto work = [&] {
        TupleCollector tuples;
        for (;;) {
            const uint64_t batch = next_batch++;
            const uint64_t begin = batch * kBatchGames;
            if (begin >= games) return;
            auto collected =
                collect(corpus, only, depth, begin, std::min(begin + kBatchGames, games), tuples)
                    .map([&] { return tuples.partitioned(); });
            if (!in_order.deliver(batch, std::move(collected), take)) return;
        }
    };
    run_on_threads(threads, [&](unsigned) {
        try {
            work();
        } catch (...) {
            in_order.stop();
            throw;
        }
    });
    return status;
}

}  // namespace edge::ingest
