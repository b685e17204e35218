// Runs a DedupRequest, and the JSON of its answer.
#pragma once

#include <string>
#include <string_view>

#include "corpus/corpus.h"
#include "edge/result.h"
#include "index/dedup.h"
#include "query/query.h"
#include "wire/dedup/dedup_request.h"

namespace edge::wire {

// Finds the duplicates, and stores the games to drop where the request says so.
Result<indexing::DedupReport> run_dedup_request(const corpus::Corpus& corpus,
                                                const DedupRequest& request,
                                                const query::RunOptions& options);

// {"corpus", "games", "groups", "duplicates", "output", "listed": [{"kept": GAME, "dropped": [GAME
// with "moves" and "players", ...]}, ...]} and, when they were asked for, "contradicted" and
// "contradictions": [{"game": GAME, "other": GAME, "moves", "players", "contradicts": [...]}, ...].
// A GAME is {"game_id", "white", "black", "date", "result", "white_elo", "black_elo", "plies",
// "eco", "event", "site", "round"}.
Result<std::string> dedup_json(const corpus::Corpus& corpus, const DedupRequest& request,
                               const indexing::DedupReport& report);

// Both, which is all that a surface that speaks JSON needs.
Result<std::string> answer_dedup_request(const corpus::Corpus& corpus, const DedupRequest& request,
                                         const query::RunOptions& options);

// "same" or "prefix"; "same", "spelling", "alias", "initials" or "unknown".
std::string_view name_of(indexing::MovesAgreement moves);
std::string_view name_of(indexing::PlayersAgreement players);

}  // namespace edge::wire
