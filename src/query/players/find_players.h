// Players of a corpus who may be meant by a text, however it is spelled: for lists of players, for
// completion while somebody types, and for a hint where a name is not in the corpus.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/corpus.h"
#include "corpus/player_table.h"
#include "edge/result.h"

namespace edge::query {

struct FoundPlayer {
    std::string name;  // with players.tsv: the first of its line
    // The other spellings of its line that the corpus has. The totals are of all of them.
    std::vector<std::string> other_names = {};
    // Nothing where a shard has no N.cols.
    std::optional<corpus::PlayerTotals> totals = {};
};

// At most `limit`, best first: those whose words fit best (query/players/name_match.h), then those
// with most games, then by name. Where nobody has all of several words, those who lack one. An
// empty text finds everybody. The spellings of a line of players.tsv are one player, who fits as
// well as the best of them; InvalidArgument when that file has a mistake. The first call on a
// corpus makes its table of players. Cancelled when `is_cancelled`, which is called now and then
// and may be empty, returns true.
Result<std::vector<FoundPlayer>> find_players(const corpus::Corpus& corpus, std::string_view text,
                                              size_t limit,
                                              const std::function<bool()>& is_cancelled = {});

}  // namespace edge::query
