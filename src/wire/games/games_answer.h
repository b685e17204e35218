// Running a GamesRequest: choosing the games, then writing them in the form asked for.
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

// The games of a selection, a piece of some 64 KiB at a time. Json is what wire/games/game_json.h
// says.
Status write_games(const query::Query& query, const GamesRequest& request,
                   const games::GameSelection& selection, const query::RunOptions& options,
                   const TextSink& write);

// Prepares the request's query and does both; its check must have passed.
Status answer_games_request(const corpus::Corpus& corpus, const GamesRequest& request,
                            const query::RunOptions& options, const TextSink& write);

}  // namespace edge::wire
