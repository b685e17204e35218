// What the games of a corpus say about whether two of its names mean the same player: the FIDE ids
// in their tags, and who played whom.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "corpus/corpus.h"
#include "corpus/player_table.h"
#include "edge/result.h"

namespace edge::query {

// The number a player has at FIDE, or one of these.
using FideId = uint32_t;
inline constexpr FideId kNoFideId = 0;
inline constexpr FideId kSeveralFideIds = UINT32_MAX;

// The id of each player of the corpus's table, by the tags WhiteFideId and BlackFideId in N.extra:
// the one that at least nine in ten of the games have that have any. A name with several ids is
// that of several people. Cancelled when `is_cancelled`, which is called now and then and may be
// empty, returns true.
Result<std::vector<FideId>> fide_ids(const corpus::Corpus& corpus, const corpus::PlayerTable& table,
                                     const std::function<bool()>& is_cancelled);

// Calls visit(white, black) for each game of two players of the table who have different names.
Status for_each_pairing(const corpus::Corpus& corpus, const corpus::PlayerTable& table,
                        const std::function<bool()>& is_cancelled,
                        const std::function<void(uint32_t white, uint32_t black)>& visit);

}  // namespace edge::query
