// The JSON of the indexer's closing report, of its issues, and of what was added to a corpus.
#pragma once

#include <string>

#include "ingest/add_columns.h"
#include "ingest/add_tree_games.h"
#include "ingest/index_report.h"

namespace edge::wire {

// {"corpus", "games_read", "games", "skipped": {reason: n}, "left_out": {reason: n}, "truncated",
// "truncated_by": {reason: n}, "lost": {kind: n}, "plies", "shards", "input_bytes", "corpus_bytes",
// "tree": {...} or null, "seconds"}; reasons that did not occur are left out.
std::string index_json(const ingest::IndexReport& report);

// {"corpus", "shards", "games", "written"}.
std::string add_columns_json(const ingest::AddColumnsReport& report);

// {"corpus", "games", "edges", "lists", "bytes"}.
std::string add_tree_games_json(const ingest::AddTreeGamesReport& report);

// One line of --report: {"kind", "reason", "file", "line", "offset", "game_offset", "plies",
// "text", "white", "black"}.
std::string issue_json(const ingest::LocatedIssue& located);

}  // namespace edge::wire
