// Which rows go into which record batch: the games or positions that answer a query, found some
// blocks of the corpus at a time and cut into plans of equal size.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "bitmap/bitmap.h"
#include "corpus/corpus.h"
#include "edge/result.h"
#include "query/headers/header_filter.h"
#include "query/query.h"
#include "query/scan/blocks.h"

namespace edge::table {

// Consecutive rows of one game, a row for each of the plies.
struct GamePart {
    corpus::GamePlace place;
    query::PlySpan plies;
};
// The rows of one record batch.
using RowPlan = std::vector<GamePart>;
uint64_t row_count(const RowPlan& plan);

// What a row is. A game is one row, whose ply has no meaning.
enum class RowKind : uint8_t { Games, Moves, Positions };

// Not thread-safe; uses threads itself. The query must outlive it.
class RowPlanner {
public:
    RowPlanner(const query::Query& query, RowKind kind, uint32_t batch_rows);

    // The next plans in order, up to `count`; none at the end. All but the last of the table have
    // batch_rows rows.
    Result<std::vector<RowPlan>> next(size_t count, const query::RunOptions& run);
    uint64_t games_done() const { return games_done_; }

private:
    Status find_more(const query::RunOptions& run);
    Status find_games(query::BlockRange range, const query::RunOptions& run);
    Status find_positions(query::BlockRange range, const query::RunOptions& run);
    // The games of the block that were found.
    Status add_games(const query::Block& block);
    Status add_moves(const query::Block& block);
    void add(GamePart part);
    void close_plan();

    const query::Query& query_;
    const RowKind kind_;
    const uint32_t batch_rows_;
    const std::vector<query::Block> blocks_;
    size_t next_block_ = 0;
    uint64_t games_done_ = 0;  // of the blocks before next_block_
    Bitmap found_;             // for games and moves: those found so far
    std::deque<RowPlan> full_;
    RowPlan open_;
    uint32_t open_rows_ = 0;
};

}  // namespace edge::table
