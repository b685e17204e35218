// Corpora that are named on the command line. A file of games in the place of one is a likely
// mistake, and its error says how to go on.
#pragma once

#include <string>

#include "corpus/corpus.h"
#include "edge/result.h"

namespace edge::cli {

Result<corpus::Corpus> open_corpus(const std::string& path);

// The error of a file of games that has to be indexed first; none for anything else.
Status check_is_not_games(const std::string& path);

}  // namespace edge::cli
