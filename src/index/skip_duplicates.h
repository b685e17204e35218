// Duplicates left out on the way into a corpus. The games are first written as shards without a
// tree into a folder of their own, since which of them are duplicates is known only when all are
// there; what is kept is then copied, and the tree made of it. Where no game is a duplicate the
// shards stay as they are.
#pragma once

#include <filesystem>
#include <vector>

#include "corpus/corpus.h"
#include "edge/result.h"
#include "formats/game_input.h"
#include "index/index_run.h"

namespace edge::indexing {

// Reads the games as index_into() does, into a folder below target.directory. The result is for
// skip_duplicates().
Result<IndexedInputs> index_candidates(const IndexOptions& options,
                                       const std::vector<formats::GameInput>& inputs,
                                       const IndexTarget& target);

// Makes in `directory` what index_into() would have made there of the games that are no duplicates,
// neither of a game of `corpus`, which may be null, nor of one another; the report counts those
// left out as skipped. Each of them is passed to options.on_issue, after all other issues. When no
// game is left there are no shards and no tree.
Status skip_duplicates(const IndexOptions& options, const std::vector<formats::GameInput>& inputs,
                       const corpus::Corpus* corpus, const std::filesystem::path& directory,
                       IndexedInputs& indexed);

}  // namespace edge::indexing
