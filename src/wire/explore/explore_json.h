// The JSON of explorer answers.
#pragma once

#include <span>
#include <string>

#include "corpus/corpus.h"
#include "edge/result.h"
#include "explorer/book_answer.h"
#include "wire/explore/explore_answer.h"

namespace edge::wire {

// {"fen", "total", "white", "draws", "black", "source", "tree_plies", "moves": [...]}; tree_plies
// is null when there is no tree, 0 when the tree holds every ply. A batch is {"answers": [...]}, in
// order. With a filter, "query" and "games_selected" come first. On request a move has "continued"
// and the fields of explorer::Details, a position has a "board": {"turn", "check", "end",
// "start_fen", "line": [...], "legal": [...], "opening"}, and the games behind the answer follow it
// as "games_matched", "next_cursor", "games": [...].
Result<std::string> explore_json(const ExploreAnswer& answer);

// The answer of a book: {"fen", "source": "book", "total_weight", "moves": [{"san", "uci",
// "weight", "share"}]}; a batch is {"answers": [...]}, in order.
std::string book_json(std::span<const explorer::BookAnswer> answers, bool is_batch);

// Runs a request and answers it in JSON, which is all that a surface that speaks JSON needs.
// `chosen` is what choose_games returned, now or earlier.
Result<std::string> answer_explore_request(const corpus::Corpus& corpus,
                                           const ExploreRequest& request, const ChosenGames* chosen,
                                           const query::RunOptions& options);

}  // namespace edge::wire
