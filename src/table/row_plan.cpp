#include "table/row_plan.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "corpus/bitmap_layout.h"
#include "query/scan/blocks.h"

namespace edge::table {
namespace {

constexpr size_t kBlocksAtOnce = 16;  // at least, so that a small table is one step
constexpr size_t kBlocksPerThread = 8;
constexpr uint32_t kRoomForGames = 1 << 16;  // at most, allocated beforehand

// Calls visit(game) for the games of a block that are in the set, until it says false.
template <class Visit>
void for_each_found(const Bitmap& found, const query::Block& block, Visit visit) {
    const auto words = found.words_of(block.shard);
    const uint32_t end = block.first + block.games;
    for (uint32_t first = block.first; first < end; first += Bitmap::kWordBits) {
        for (uint64_t word = words[first / Bitmap::kWordBits]; word != 0; word &= word - 1) {
            if (!visit(first + static_cast<uint32_t>(std::countr_zero(word)))) return;
        }
    }
}

}  // namespace

uint64_t row_count(const RowPlan& plan) {
    uint64_t rows = 0;
    for (const GamePart& part : plan) rows += uint64_t{part.plies.last} - part.plies.first + 1;
    return rows;
}

RowPlanner::RowPlanner(const query::Query& query, RowKind kind, uint32_t batch_rows)
    : query_(query),
      kind_(kind),
      batch_rows_(batch_rows),
      blocks_(query::blocks_of(query.corpus())),
      found_(corpus::bitmap_layout(query.corpus())) {}

Result<std::vector<RowPlan>> RowPlanner::next(size_t count, const query::RunOptions& run) {
    while (full_.size() < count && next_block_ < blocks_.size()) EDGE_CHECK(find_more(run));
    if (next_block_ == blocks_.size() && open_rows_ > 0) close_plan();
    std::vector<RowPlan> plans;
    for (; plans.size() < count && !full_.empty(); full_.pop_front()) {
        plans.push_back(std::move(full_.front()));
    }
    return plans;
}

Status RowPlanner::find_more(const query::RunOptions& run) {
    const size_t step = std::max(kBlocksAtOnce, kBlocksPerThread * run.threads);
    const query::BlockRange range = {next_block_, std::min(next_block_ + step, blocks_.size())};
    query::RunOptions from_here = run;
    if (run.on_progress) {
        from_here.on_progress = [&](uint64_t games) {
            return run.on_progress(games_done_ + games);
        };
    }
    EDGE_CHECK(kind_ == RowKind::Positions ? find_positions(range, from_here)
                                           : find_games(range, from_here));
    for (size_t i = range.begin; i < range.end; ++i) games_done_ += blocks_[i].games;
    next_block_ = range.end;
    return {};
}

Status RowPlanner::find_games(query::BlockRange range, const query::RunOptions& run) {
    EDGE_CHECK(query::find_games_of(query_, range, run, found_));
    for (size_t i = range.begin; i < range.end; ++i) {
        EDGE_CHECK(kind_ == RowKind::Games ? add_games(blocks_[i]) : add_moves(blocks_[i]));
    }
    return {};
}

Status RowPlanner::add_games(const query::Block& block) {
    for_each_found(found_, block, [&](uint32_t game) {
        if (open_.empty()) open_.reserve(std::min(batch_rows_, kRoomForGames));
        open_.push_back({{block.shard, game}, {0, 0}});
        if (++open_rows_ == batch_rows_) close_plan();
        return true;
    });
    return {};
}

Status RowPlanner::add_moves(const query::Block& block) {
    const corpus::Shard& shard = query_.corpus().shard(block.shard);
    Status status;
    for_each_found(found_, block, [&](uint32_t game) {
        const auto view = shard.game(game);
        if (!view) {
            status = tl::unexpected(view.error());
            return false;
        }
        if (view->plies() > 0) add({{block.shard, game}, {0, view->plies() - 1}});
        return true;
    });
    return status;
}

Status RowPlanner::find_positions(query::BlockRange range, const query::RunOptions& run) {
    return query::visit_positions_in_order(query_, {}, range, run, nullptr,
                                           [this](corpus::GamePlace place, const corpus::GameView&,
                                                  std::span<const query::PlySpan> spans) {
                                               for (const query::PlySpan& plies : spans)
                                                   add({place, plies});
                                               return true;
                                           });
}

void RowPlanner::close_plan() {
    full_.push_back(std::exchange(open_, {}));
    open_rows_ = 0;
}

void RowPlanner::add(GamePart part) {
    for (;;) {
        const uint32_t room = batch_rows_ - open_rows_;
        const uint32_t rows = part.plies.last - part.plies.first + 1;
        if (rows < room) {
            open_.push_back(part);
            open_rows_ += rows;
            return;
        }
        open_.push_back({part.place, {part.plies.first, part.plies.first + room - 1}});
        close_plan();
        if (rows == room) return;
        part.plies.first += room;
    }
}

}  // namespace edge::table
