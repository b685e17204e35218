// The explorer's answers as text for people.
#pragma once

#include <string>

#include "corpus/corpus.h"
#include "explorer/book_answer.h"
#include "explorer/explorer.h"
#include "wire/explore/explore_answer.h"

namespace edge::cli {

// A row for each move, with a bar on a terminal in colours.
std::string answer_table(const explorer::Answer& answer, bool colored);

// A row for each move of a book.
std::string book_table(const explorer::BookAnswer& answer);

// A row for each game, and how to go on.
std::string games_table(const wire::ListedGames& list);

}  // namespace edge::cli
