// The part of verify() that concerns shards: names, records, legality of moves, tags.
#pragma once

#include "corpus/corpus.h"
#include "corpus/verify.h"

namespace edge::corpus {

void verify_shards(const Corpus& corpus, unsigned threads, VerifyReport& report);

}  // namespace edge::corpus
