// The JSON of the indexer's closing report, of its issues, and of what was added to a corpus.
#pragma once

#include <string>

#include "index/add_columns.h"
#include "index/index_report.h"
#include "tree/add_tree_games.h"
#include "wire/json/json_text.h"

namespace edge::wire {

// {"corpus", "games_read", "games", "skipped": {reason: n}, "left_out": {reason: n}, "truncated",
// "truncated_by": {reason: n}, "lost": {kind: n}, "plies", "shards", "input_bytes", "corpus_bytes",
// "tree": {...} or null, "seconds"}; reasons that did not occur are left out. Of games that were
// added to a corpus also "added": {"first_game", "total_games", "total_shards", "tree_segments",
// "has_many_shards", "known_sources": [...]}.
std::string index_json(const indexing::IndexReport& report);
// The same as a value, for an answer that contains it.
Json index_value(const indexing::IndexReport& report);

// {"corpus", "shards", "games", "written"}.
std::string add_columns_json(const indexing::AddColumnsReport& report);

// {"corpus", "games", "edges", "lists", "bytes"}.
std::string add_tree_games_json(const tree::AddTreeGamesReport& report);

// One line of --report: {"kind", "reason", "file", "line", "offset", "game_offset", "plies",
// "text", "white", "black"}.
std::string issue_json(const indexing::LocatedIssue& located);

}  // namespace edge::wire
