// The games of a corpus played again for a tree: of all of them, or of some.
#pragma once

#include "bitmap/bitmap.h"
#include "corpus/corpus.h"
#include "edge/result.h"
#include "ingest/tree_builder.h"

namespace edge::ingest {

// Adds the plies that a tree of this depth (0 = all) holds. `only` chooses the games; all when it
// is null. Games keep the numbers they have in the corpus. Corrupt when a stored move cannot be
// played.
Status add_corpus_tuples(const corpus::Corpus& corpus, const Bitmap* only, uint32_t tree_plies,
                         unsigned threads, TreeBuilder& builder);

}  // namespace edge::ingest
