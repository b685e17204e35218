// A group-by table: positions, games and results for each value of a key.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "corpus/corpus.h"
#include "edge/result.h"
#include "query/answers/group_counts.h"
#include "query/answers/group_key.h"
#include "query/answers/group_splitter.h"
#include "query/query.h"

namespace edge::query {

struct GroupRow {
    GroupValue value;
    uint64_t positions = 0;
    uint64_t games = 0;  // each once; those with an unknown result are in none of the three below
    uint32_t white = 0;  // for Player: that player's wins
    uint32_t draws = 0;
    uint32_t black = 0;  // for Player: that player's losses
    friend bool operator==(const GroupRow&, const GroupRow&) = default;
};

struct GroupTable {
    Grouping by;
    uint64_t total_positions = 0;
    uint64_t distinct_groups = 0;  // before top_n
    uint32_t top_n = 0;            // 0 = all
    bool sorted_by_games = false;  // else by positions; descending, then values ascending
    std::vector<GroupRow> rows;
    friend bool operator==(const GroupTable&, const GroupTable&) = default;
};

// Counts game by game; one for each thread.
class GroupCounter {
public:
    GroupCounter(const corpus::Corpus& corpus, const Grouping& by)
        : by_(by), splitter_(corpus, by) {}

    // `spans` are those of visit_positions.
    void add_game(corpus::GamePlace place, const corpus::GameView& game,
                  std::span<const PlySpan> spans);
    // The two counters must have counted different games.
    void merge(const GroupCounter& other);
    const Status& status() const { return splitter_.status(); }
    Result<GroupTable> table(uint32_t top_n, bool sort_by_games) const;

private:
    Grouping by_;
    GroupSplitter splitter_;
    GroupCounts counts_;
    uint64_t positions_ = 0;
    uint64_t games_ = 0;
};

// Counts the chosen positions. Sorted by games when the query has no position predicate. Pawn
// structures take memory: about 100 bytes for each that a thread finds. `matching` may be
// null.
Result<GroupTable> fold_groups(const Query& query, const Grouping& by, uint32_t top_n,
                               const PositionChoice& choice, const RunOptions& options,
                               MatchingGames* matching = nullptr);

}  // namespace edge::query
