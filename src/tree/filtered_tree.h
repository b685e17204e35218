// The tree of some games of a corpus as a separate file, `edge explore --save`: the same as an
// index of only those games would have.
#pragma once

#include <cstdint>
#include <string>

#include "bitmap/bitmap.h"
#include "corpus/corpus.h"
#include "edge/result.h"

namespace edge::tree {

struct SaveTreeOptions {
    std::string path;
    bool force = false;    // replace an existing tree
    unsigned threads = 0;  // 0: all cores
    uint64_t memory = 0;   // bytes; 0: a quarter of the machine's memory
};

struct SavedTree {
    uint64_t games = 0;
    uint64_t edges = 0;
};

// All games when `games` is null. As deep as the corpus's own tree and with the same minimum of
// games per position; all plies when it has none.
Result<SavedTree> save_filtered_tree(const corpus::Corpus& corpus, const Bitmap* games,
                                     const SaveTreeOptions& options);

}  // namespace edge::tree
