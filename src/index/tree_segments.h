// The tree of a corpus that grows is cut into segments, files of their own over neighbouring games.
// New games come as a segment; when there are many, the last are merged (segment_choice.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "corpus/corpus.h"
#include "corpus/meta.h"
#include "edge/result.h"
#include "tree/tree_builder.h"

namespace edge::indexing {

// A change of the tree that is not yet in the corpus.
struct TreeUpdate {
    std::vector<corpus::MetaTreeSegment> segments;  // all of them, afterwards
    tree::TreeSummary tree;                         // the new one; of edges and games
    struct Move {
        std::filesystem::path from;
        std::string to;  // in the corpus
    };
    std::vector<Move> moves;  // of the files of the new segment

    // Does not sync the directory.
    Status put_in_place(const std::filesystem::path& corpus) const;
};

struct TreeUpdateOptions {
    uint32_t min_games = 1;  // above 1 nothing is merged, as the trees do not say enough
    std::function<bool()> is_cancelled = {};
};

struct JoinOptions {
    unsigned threads = 1;  // these two where the tree has to be made anew from the games
    uint64_t memory = 0;
    std::function<bool()> is_cancelled = {};
};

// Of a corpus whose segments become one; nothing when there is only one.
Result<std::optional<TreeUpdate>> join_segments(const corpus::Corpus& corpus,
                                                const std::filesystem::path& work,
                                                const JoinOptions& options);

// Of a corpus that gets `new_games` more, whose tree is in `work`: tree.dat and tree.games.
Result<TreeUpdate> update_tree(const corpus::Corpus& corpus, const std::filesystem::path& work,
                               uint64_t new_games, const TreeUpdateOptions& options);

}  // namespace edge::indexing
