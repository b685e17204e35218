#include "explorer/position_scan.h"

#include <algorithm>
#include <bit>
#include <bitset>
#include <limits>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include "core/damage.h"
#include "corpus/bitmap_layout.h"
#include "corpus/game_set.h"
#include "corpus/replay.h"
#include "query/scan/blocks.h"

namespace edge::explorer {
namespace {

// The wanted hashes. Almost no position is wanted, so a bit table in the first-level cache is
// tested first.
class Targets {
public:
    explicit Targets(std::span<const Position> positions) {
        for (const Position& position : positions) {
            slots_.try_emplace(position.hash(), static_cast<uint32_t>(slots_.size()));
            bits_.set(position.hash() % kBits);
            fewest_pieces_ = std::min(fewest_pieces_, std::popcount(position.occupied()));
        }
    }

    static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();
    uint32_t find(uint64_t hash) const {
        if (!bits_.test(hash % kBits)) return kNone;
        const auto found = slots_.find(hash);
        return found == slots_.end() ? kNone : found->second;
    }
    size_t size() const { return slots_.size(); }
    // The number of pieces only falls: a game with fewer than this has nothing more to find.
    int fewest_pieces() const { return fewest_pieces_; }

private:
    static constexpr size_t kBits = size_t{1} << 15;
    std::unordered_map<uint64_t, uint32_t> slots_;
    std::bitset<kBits> bits_;
    int fewest_pieces_ = 64;
};

// A wanted position in a game, and the move played from it.
struct Find {
    uint32_t slot;
    uint16_t move;
    Color mover;
    friend bool operator==(const Find&, const Find&) = default;
};

tl::unexpected<Error> damaged_move(const corpus::GameView& view, const corpus::Shard& shard,
                                   uint32_t ply) {
    const auto record = static_cast<uint64_t>(view.record() - shard.moves_bytes().data());
    return corrupt(shard.moves_path(), record + corpus::kHeaderBytes + 2 * uint64_t{ply},
                   fmt::format("found the move {:#06x} at ply {}, expected a legal one",
                               view.move(ply).raw(), ply));
}

// Replaces `finds` with those of the game, each once.
Status find_in_game(const Targets& targets, const corpus::GameView& view,
                    const corpus::Shard& shard, uint32_t plies, std::vector<Find>& finds) {
    finds.clear();
    const uint32_t stopped =
        corpus::replay(view, [&](uint32_t ply, const Position& position, Move move) {
            if (ply >= plies) return false;
            const uint32_t slot = targets.find(position.hash());
            if (slot != Targets::kNone) {
                const Find find{slot, move.raw(), position.side_to_move()};
                if (std::ranges::find(finds, find) == finds.end()) finds.push_back(find);
            }
            return std::popcount(position.occupied()) >= targets.fewest_pieces();
        });
    if (stopped != view.plies()) return damaged_move(view, shard, stopped);
    return {};
}

// The blocks of the range, cut to it.
std::vector<query::Block> blocks_in(const corpus::Corpus& corpus, const ScanRange& range) {
    std::vector<query::Block> blocks;
    for (query::Block block : query::blocks_of(corpus)) {
        const uint64_t first_id = corpus.first_id(block.shard);
        const uint64_t begin = std::max(first_id + block.first, range.first_game);
        const uint64_t end = std::min(first_id + block.first + block.games, range.end_game);
        if (begin >= end) continue;
        block.first = static_cast<uint32_t>(begin - first_id);
        block.games = static_cast<uint32_t>(end - begin);
        blocks.push_back(block);
    }
    return blocks;
}

// Calls visit(thread, place, header, finds) for every game that counts and has some.
template <class Visit>
Status scan(const corpus::Corpus& corpus, const Targets& targets, const ExploreOptions& options,
            const ScanRange& range, Visit visit) {
    const std::vector<query::Block> blocks = blocks_in(corpus, range);
    const auto games_of = [&](size_t number) { return uint64_t{blocks[number].games}; };
    const auto work = [&](unsigned thread, size_t number) -> Status {
        const query::Block& block = blocks[number];
        const corpus::Shard& shard = corpus.shard(block.shard);
        std::vector<Find> finds;
        for (uint32_t game = block.first; game < block.first + block.games; ++game) {
            const uint64_t id = corpus.first_id(block.shard) + game;
            if (options.games != nullptr && options.games->result_of(id) == GameResult::Unknown) {
                continue;
            }
            const corpus::GameView view = EDGE_TRY(shard.game(game));
            const corpus::GameHeader header = view.header();
            if (header.result == GameResult::Unknown) continue;
            EDGE_CHECK(find_in_game(targets, view, shard, range.plies, finds));
            if (!finds.empty()) visit(thread, {block.shard, game}, header, finds);
        }
        return {};
    };
    return query::run_blocks(blocks.size(),
                             {.threads = options.threads, .on_progress = options.on_progress},
                             games_of, work);
}

}  // namespace

Result<std::vector<std::vector<corpus::MoveTally>>> scan_positions(
    const corpus::Corpus& corpus, std::span<const Position> positions,
    const ExploreOptions& options, const ScanRange& range) {
    const Targets targets(positions);
    using BySlot = std::vector<std::map<uint16_t, corpus::MoveTally>>;
    std::vector<BySlot> by_thread(std::max(1U, options.threads), BySlot(targets.size()));
    EDGE_CHECK(scan(corpus, targets, options, range,
                    [&](unsigned thread, corpus::GamePlace, const corpus::GameHeader& header,
                        std::span<const Find> finds) {
                        for (const Find& find : finds) {
                            corpus::MoveTally& tally = by_thread[thread][find.slot][find.move];
                            tally.score.add(header.result);
                            tally.sums.add(options.player.value_or(find.mover), header.result,
                                           header.white_elo, header.black_elo, header.date.year);
                        }
                    }));
    std::vector<std::vector<corpus::MoveTally>> answers;
    answers.reserve(positions.size());
    for (const Position& position : positions) {
        const uint32_t slot = targets.find(position.hash());
        std::map<uint16_t, corpus::MoveTally> sum;
        for (const BySlot& some : by_thread) {
            for (const auto& [move, tally] : some[slot]) sum[move] += tally;
        }
        std::vector<corpus::MoveTally>& answer = answers.emplace_back();
        answer.reserve(sum.size());
        for (const auto& [move, tally] : sum) {
            answer.push_back(tally);
            answer.back().move = move;
        }
    }
    return answers;
}

Result<Bitmap> scan_games(const corpus::Corpus& corpus, const Position& position,
                          std::optional<Move> move, const ExploreOptions& options,
                          const ScanRange& range) {
    const Targets targets(std::span(&position, 1));
    Bitmap games(corpus::bitmap_layout(corpus));
    EDGE_CHECK(scan(corpus, targets, options, range,
                    [&](unsigned, corpus::GamePlace place, const corpus::GameHeader&,
                        std::span<const Find> finds) {
                        const bool plays = !move || std::ranges::find(finds, move->raw(),
                                                                      &Find::move) != finds.end();
                        if (plays) games.set(place.shard, place.index);
                    }));
    return games;
}

}  // namespace edge::explorer
