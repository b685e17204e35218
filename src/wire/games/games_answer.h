// Runs a GamesRequest: chooses the games, then writes them in the requested form.
#pragma once

#include "corpus/corpus.h"
#include "edge/result.h"
#include "games/game_selection.h"
#include "query/query.h"
#include "wire/games/games_request.h"
#include "wire/json/text_sink.h"

namespace edge::wire {

// `query` is the request's, prepared for its corpus, here and below.
Result<games::GameSelection> select_games(const query::Query& query, const GamesRequest& request,
                                          const query::RunOptions& options);

// Writes the games of a selection in pieces of some 64 KiB. wire/games/game_json.h describes the
// form Json.
Status write_games(const query::Query& query, const GamesRequest& request,
                   const games::GameSelection& selection, const query::RunOptions& options,
                   const TextSink& write);

// Prepares the request's query and does both; the request must have passed its check.
Status answer_games_request(const corpus::Corpus& corpus, const GamesRequest& request,
                            const query::RunOptions& options, const TextSink& write);

}  // namespace edge::wire
