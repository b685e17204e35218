// The explorer's answers as text for people.
#pragma once

#include <string>

#include "chess/openings.h"
#include "corpus/corpus.h"
#include "explorer/book_answer.h"
#include "explorer/explorer.h"
#include "wire/explore/explore_answer.h"

namespace edge::cli {

// A row for each move, with a bar, which has colours on a terminal.
// `opening` is the name of the position; null when it has none.
std::string answer_table(const explorer::Answer& answer, const Opening* opening, bool colored);

// A row for each move of a book.
std::string book_table(const explorer::BookAnswer& answer);

// A row for each game, and the cursor for the next page.
std::string games_table(const wire::ListedGames& list);

}  // namespace edge::cli
