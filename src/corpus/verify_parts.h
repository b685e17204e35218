// Private to corpus/: the parts of verify(), a .cpp each. They end early when they are cancelled.
#pragma once

#include <cstdint>
#include <span>

#include "core/directory.h"
#include "corpus/corpus.h"
#include "corpus/verify.h"

namespace edge::corpus {

// The hashes of meta and of the files that it names, where it names any.
void verify_checksums(const Directory& corpus, const VerifyOptions& options, VerifyReport& report);

// Names, records, legality of moves, tags.
void verify_shards(const Corpus& corpus, const VerifyOptions& options, VerifyReport& report);

// Each segment of the tree: its own order, and its counts against the games. Also calls what
// concerns their lists of games.
void verify_tree(const Corpus& corpus, const VerifyOptions& options, VerifyReport& report);

// Every rule of tree.games that can be checked without playing the games.
void verify_tree_games(const Corpus& corpus, const TreeSegment& segment, VerifyReport& report);

// The list of edge `index` of tree.dat must be `expected`. A list that cannot be read has been
// reported by the above.
void compare_game_list(const TreeGames& games, uint64_t index, std::span<const uint32_t> expected,
                       VerifyReport& report);

}  // namespace edge::corpus
