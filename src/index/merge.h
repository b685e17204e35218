// A new corpus of the games of corpora that are there: edge merge, and edge compact --drop, which
// leaves some out. The games are copied as they are stored, and the tree is made of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "edge/result.h"

namespace edge::indexing {

struct MergeSource {
    std::string corpus;
    std::string left_out = {};  // a stored set of it, @NAME or a path; empty: no game is left out
};

struct MergeOptions {
    std::vector<MergeSource> sources;  // at least one
    std::filesystem::path out;
    bool force = false;  // replace a corpus that is there
    std::filesystem::path ids =
        {};                // gets the old and new ids of all games; empty: nothing is written
    unsigned threads = 0;  // 0: all cores
    uint64_t memory = 0;   // bytes; 0: a quarter of the machine's memory
    std::function<bool()> is_cancelled = {};
};

struct MergeReport {
    std::filesystem::path corpus;  // absolute
    uint64_t games = 0;
    uint64_t plies = 0;
    uint64_t left_out = 0;
    uint32_t shards = 0;
    std::optional<uint64_t> edges;  // none without a tree
    uint64_t corpus_bytes = 0;
    struct Set {
        std::string corpus;  // the source
        std::string name;    // there
        std::string new_name;
    };
    std::vector<Set> sets;  // that were carried over
    std::vector<std::string> warnings;
};

// The games come in the order of the sources, and each shard becomes one. The depth of the tree is
// that of the first corpus; there is none when it has none. Stored sets are carried over, with
// another name where two corpora have the same, and so is the first players.tsv; other stored
// answers are not.
Result<MergeReport> merge_corpora(const MergeOptions& options);

}  // namespace edge::indexing
