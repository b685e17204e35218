// The JSON of stored games: one line each, or one object for a list of them.
#pragma once

#include <string>
#include <vector>

#include "edge/result.h"
#include "games/game_columns.h"
#include "games/game_selection.h"
#include "query/query.h"

namespace edge::wire {

// An object with a field for each column, in their order; null where nothing is known.
Result<std::string> game_json(const corpus::Corpus& corpus, const games::SelectedGame& game,
                              const std::vector<games::GameColumn>& columns);

// {"games_matched", "games_scanned", "query", "corpus", "next_cursor", "warnings": [...] and
// "aliases": {...} when there are some, "games": [...]} in three parts, so that a long list need
// not be held in memory: the opening, game_json of each game with commas between them, the closing.
// `next_cursor` is null on the last page.
std::string open_games_json(const query::Query& query, const games::GameSelection& selection);
std::string close_games_json();

}  // namespace edge::wire
