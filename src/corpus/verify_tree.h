// The part of verify() that concerns tree.dat: its own order, and its counts against the games.
// Also calls what concerns tree.games.
#pragma once

#include "corpus/corpus.h"
#include "corpus/verify.h"

namespace edge::corpus {

// Ends early when it is cancelled.
void verify_tree(const Corpus& corpus, const VerifyOptions& options, VerifyReport& report);

}  // namespace edge::corpus
