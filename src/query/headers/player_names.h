// Players of a corpus by a part of their name, for completion while somebody types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/corpus.h"
#include "edge/result.h"

namespace edge::query {

struct PlayerName {
    std::string name;
    // Played by them with either colour; nothing where a shard has no N.cols, since every game
    // would have to be read.
    std::optional<uint64_t> games;
};

// At most `limit` names that contain the part, ignoring case and accents: those that begin with it
// first, then those with most games, then by name. Reads the names and two columns of the whole
// corpus. Cancelled when `is_cancelled`, which is called now and then, returns true.
Result<std::vector<PlayerName>> find_player_names(const corpus::Corpus& corpus,
                                                  std::string_view part, size_t limit,
                                                  const std::function<bool()>& is_cancelled);

}  // namespace edge::query
