// Games in, shards and a tree out: what indexing and adding have in common. Workers take blocks
// from the inputs, decode them, and hand the batches over in order to the writer; the tree is
// summed at the end. The bytes written depend only on the inputs and the number of shards, never on
// the number of threads.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "corpus/meta.h"
#include "edge/result.h"
#include "formats/game_input.h"
#include "index/game_origins.h"
#include "index/index_report.h"
#include "index/indexer.h"
#include "index/source_hash.h"
#include "tree/tree_builder.h"

namespace edge::indexing {

struct IndexTarget {
    std::filesystem::path directory;    // exists; gets shards/N.*, tree.dat, tree.games
    uint64_t first_offset = 0;          // pgn_offset of the beginning of the inputs
    std::vector<uint64_t> known_sizes;  // ascending: beginnings of these sizes are hashed, too
};

struct IndexedSource {
    corpus::MetaSource meta;
    std::vector<SourceIdentity::Beginning> beginnings;
};

struct IndexedInputs {
    IndexReport report;  // without the corpus, its size and the time
    std::vector<IndexedSource> sources;
    uint64_t size = 0;    // in bytes of text, as source_pgn_size counts
    GameOrigins origins;  // with options.skip_duplicates
};

// Leaves out no duplicates; index/skip_duplicates.h does.
Result<IndexedInputs> index_into(const IndexOptions& options,
                                 const std::vector<formats::GameInput>& inputs,
                                 const IndexTarget& target);

// Writes the tree of the games that `report` counts, and adds it there.
Status write_tree(const IndexOptions& options, unsigned threads, tree::TreeBuilder& tree,
                  IndexReport& report);

}  // namespace edge::indexing
