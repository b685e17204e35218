// Replays the games of a corpus, or some of them, for a tree.
#pragma once

#include "bitmap/bitmap.h"
#include "corpus/corpus.h"
#include "edge/result.h"
#include "tree/tree_builder.h"

namespace edge::tree {

// Adds the plies that a tree of this depth (0 = all) holds. `only` selects the games; all when it
// is null. Games keep the numbers they have in the corpus. Corrupt when a stored move cannot be
// played.
Status add_corpus_tuples(const corpus::Corpus& corpus, const Bitmap* only, uint32_t tree_plies,
                         unsigned threads, TreeBuilder& builder);

}  // namespace edge::tree
