// The virtual concatenation of a corpus's sources, which pgn_offset counts over.
#pragma once

#include <cstdint>
#include <vector>

#include "corpus/corpus.h"
#include "corpus/meta.h"

namespace edge::indexing {

// Where it ends. Corpora made by others may not say; then it is after the last game.
uint64_t end_of_sources(const corpus::Corpus& corpus);

// The sources, of which there is at least one, so that those of other games can follow.
std::vector<corpus::MetaSource> sources_of(const corpus::Corpus& corpus);

}  // namespace edge::indexing
