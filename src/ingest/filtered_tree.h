// The tree of some games of a corpus as a file of its own, `edge explore --save`: what an index of
// those games alone would have written.
#pragma once

#include <cstdint>
#include <string>

#include "bitmap/bitmap.h"
#include "corpus/corpus.h"
#include "edge/result.h"

namespace edge::ingest {

struct SaveTreeOptions {
    std::string path;
    bool force = false;    // replace a tree that is there
    unsigned threads = 0;  // 0: all cores
    uint64_t memory = 0;   // bytes; 0: a quarter of what the machine has
};

struct SavedTree {
    uint64_t games = 0;
    uint64_t edges = 0;
};

// All games when `games` is null. As deep as the corpus's own tree, and with its least number of
// games a position; of all plies when it has none.
Result<SavedTree> save_filtered_tree(const corpus::Corpus& corpus, const Bitmap* games,
                                     const SaveTreeOptions& options);

}  // namespace edge::ingest
