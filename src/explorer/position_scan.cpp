#include "explorer/position_scan.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <bitset>
#include <limits>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include "core/parallel.h"
#include "corpus/damage.h"
#include "corpus/replay.h"

namespace edge::explorer {
namespace {

constexpr uint64_t kBlockGames = 4096;

// The wanted hashes. Almost no position is wanted, so a bit table in the first cache level answers
// first.
class Targets {
public:
    explicit Targets(std::span<const Position> positions) {
        for (const Position& position : positions) {
            slots_.try_emplace(position.hash(), static_cast<uint32_t>(slots_.size()));
            bits_.set(position.hash() % kBits);
            fewest_men_ = std::min(fewest_men_, std::popcount(position.occupied()));
        }
    }

    static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();
    uint32_t find(uint64_t hash) const {
        if (!bits_.test(hash % kBits)) return kNone;
        const auto found = slots_.find(hash);
        return found == slots_.end() ? kNone : found->second;
    }
    size_t size() const { return slots_.size(); }
    // Men only leave the board: a game with fewer than this holds nothing more to find.
    int fewest_men() const { return fewest_men_; }

private:
    static constexpr size_t kBits = size_t{1} << 15;
    std::unordered_map<uint64_t, uint32_t> slots_;
    std::bitset<kBits> bits_;
    int fewest_men_ = 64;
};

// What one thread has counted; `seen` holds the finds of the game at hand.
struct Counter {
    struct Find {
        uint32_t slot;
        uint16_t move;
        friend bool operator==(const Find&, const Find&) = default;
    };
    std::vector<std::map<uint16_t, Score>> scores;  // by slot
    std::vector<Find> seen;

    Status count_game(const Targets& targets, const corpus::GameView& view,
                      const corpus::Shard& shard) {
        const corpus::GameResult result = view.header().result;
        if (result == corpus::GameResult::Unknown) return {};
        seen.clear();
        const uint32_t stopped =
            corpus::replay(view, [&](uint32_t, const Position& position, Move move) {
                const uint32_t slot = targets.find(position.hash());
                if (slot != Targets::kNone) {
                    const Find find{slot, move.raw()};
                    if (std::ranges::find(seen, find) == seen.end()) seen.push_back(find);
                }
                return std::popcount(position.occupied()) >= targets.fewest_men();
            });
        if (stopped != view.plies()) return damaged_move(view, shard, stopped);
        for (const Find& find : seen) scores[find.slot][find.move].add(result);
        return {};
    }

    static tl::unexpected<Error> damaged_move(const corpus::GameView& view,
                                              const corpus::Shard& shard, uint32_t ply) {
        const auto record = static_cast<uint64_t>(view.record() - shard.moves_bytes().data());
        return corpus::corrupt(shard.moves_path(),
                               record + corpus::kHeaderBytes + 2 * uint64_t{ply},
                               fmt::format("found the move {:#06x} at ply {}, expected a legal one",
                                           view.move(ply).raw(), ply));
    }
};

}  // namespace

Result<std::vector<std::vector<MoveScore>>> scan_positions(const corpus::Corpus& corpus,
                                                           std::span<const Position> positions,
                                                           unsigned threads) {
    const Targets targets(positions);
    const uint64_t games = corpus.game_count();
    const uint64_t blocks = (games + kBlockGames - 1) / kBlockGames;
    threads = static_cast<unsigned>(std::clamp<uint64_t>(blocks, 1, std::max(1U, threads)));

    // An error is kept with its block, so that the first one in the corpus is reported whatever the
    // number of threads.
    struct Worker {
        Counter counter;
        uint64_t failed_block = std::numeric_limits<uint64_t>::max();
        Status status;
    };
    std::vector<Worker> workers(threads);
    std::atomic<uint64_t> next_block = 0;
    std::atomic<bool> failed = false;
    run_on_threads(threads, [&](unsigned number) {
        Worker& worker = workers[number];
        worker.counter.scores.resize(targets.size());
        while (!failed) {
            const uint64_t block = next_block++;
            if (block >= blocks) return;
            const uint64_t begin = block * kBlockGames;
            worker.status = corpus::for_each_game(
                corpus, begin, std::min(begin + kBlockGames, games),
                [&](uint64_t, corpus::GamePlace place, const corpus::GameView& view) {
                    return worker.counter.count_game(targets, view, corpus.shard(place.shard));
                });
            if (worker.status) continue;
            worker.failed_block = block;
            failed = true;
            return;
        }
    });
    // Blocks are handed out in order, so every block before a failed one was begun and finished.
    const auto first_failed = std::ranges::min_element(workers, {}, &Worker::failed_block);
    if (!first_failed->status) return tl::unexpected(std::move(first_failed->status).error());

    std::vector<std::map<uint16_t, Score>> by_slot(targets.size());
    for (const Worker& worker : workers) {
        for (size_t slot = 0; slot < by_slot.size(); ++slot) {
            for (const auto& [move, score] : worker.counter.scores[slot])
                by_slot[slot][move] += score;
        }
    }
    std::vector<std::vector<MoveScore>> answers;
    for (const Position& position : positions) {
        std::vector<MoveScore>& answer = answers.emplace_back();
        for (const auto& [move, score] : by_slot[targets.find(position.hash())]) {
            answer.push_back({move, score});
        }
    }
    return answers;
}

}  // namespace edge::explorer
