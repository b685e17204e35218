// The JSON of aggregates over matching positions, as values that an answer puts under its own keys:
// {"query", "games", "heatmap": {...}}.
#pragma once

#include <string>
#include <vector>

#include "query/answers/group_table.h"
#include "query/answers/heatmap.h"
#include "query/answers/partition.h"
#include "query/answers/position_list.h"
#include "wire/json/json_text.h"

namespace edge::wire {

// {"total_positions", "total_games", "planes": {"P": [64 counts, a1 first], ...}}; only the planes
// of `kinds`, all when it is empty.
Json heatmap_json(const query::Heatmap& heatmap, query::KindSet kinds);

// {"group_by", "total_positions", "distinct_groups", "sorted_by", "rows": [{"key", "positions",
// "games", "white", "draws", "black"}]}; by player "wins", "draws" and "losses". A key is a number
// (year, elo, pieces, plies) or a string; null when unknown. A bin of ratings is its lowest.
Json groups_json(const query::GroupTable& table);

// One line of a list, as text: {"game_id", "shard", "game", "ply"} and "fen" or "epd" when it has
// one.
std::string position_json(const query::ListedPosition& position);

// {"partition", "parts": [{"value", "name", "path", "games"}]}
Json partition_json(const query::Grouping& by, const std::vector<query::PartitionFile>& parts);

}  // namespace edge::wire
