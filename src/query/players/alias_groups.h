// Proposes which names of a corpus are spellings of the same player, for players.tsv.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "corpus/corpus.h"
#include "edge/result.h"

namespace edge::query {

// Groups of two names or more, those with most games first; in each the name to be shown first,
// then the others by games. Strict, as a wrong group is worse than a missing one:
//
//   - names with the same FIDE id in their games' tags
//   - names of the same words, in any order: "Hou Yifan" and "Hou, Yifan"
//   - a surname with initials, and the one full name that they fit: "Leko,P" and "Leko, Peter",
//     unless the corpus also has a "Leko, Paul", or a "Leko Pavel" without a comma
//
// Different full given names are put together only by an id. Never put together are names with
// different ids, and names that played each other; without an id, names whose ratings or (where
// initials are involved) years are too far apart, and initials with a full name that one collection
// may have both (query/players/spelling.h). Years and ratings are known where all shards have
// N.cols. Reads the tags of all games. Cancelled when `is_cancelled`, which is called now and then
// and may be empty, returns true.
Result<std::vector<std::vector<std::string>>> propose_aliases(
    const corpus::Corpus& corpus, const std::function<bool()>& is_cancelled);

}  // namespace edge::query
