// The part of verify() that concerns shards: names, records, legality of moves, tags.
#pragma once

#include "corpus/corpus.h"
#include "corpus/verify.h"

namespace edge::corpus {

// Ends early when it is cancelled.
void verify_shards(const Corpus& corpus, const VerifyOptions& options, VerifyReport& report);

}  // namespace edge::corpus
