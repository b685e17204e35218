// Replays the games of a corpus, or some of them, for a tree.
#pragma once

#include "bitmap/bitmap.h"
#include "corpus/corpus.h"
#include "edge/result.h"
#include "tree/tree_builder.h"

namespace edge::tree {

// Games of a corpus, by id.
struct GameRange {
    uint64_t begin;
    uint64_t end;
};

// Adds the plies that a tree of this depth (0 = all) of the games of a range holds. `only` selects
// some of them; all when it is null. Games are numbered from the begin of the range. Corrupt when a
// stored move cannot be played.
Status add_corpus_tuples(const corpus::Corpus& corpus, GameRange range, const Bitmap* only,
                         uint32_t tree_plies, unsigned threads, TreeBuilder& builder);

}  // namespace edge::tree
