// What the indexer reads, opened: PGN as text, unless whole games are wanted, and every other kind
// as whole games.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "edge/result.h"
#include "formats/game_input.h"
#include "index/indexer.h"

namespace edge::indexing {

Result<std::vector<formats::GameInput>> open_index_inputs(const IndexOptions& options);

// Whether the places of its games are their numbers, because it is not text.
bool is_numbered(const formats::GameInput& input);
bool has_numbered_games(const std::vector<formats::GameInput>& inputs);
// Of all inputs together, uncompressed; nothing when one of them is not known.
std::optional<uint64_t> known_size(const std::vector<formats::GameInput>& inputs);
// Io when a file became shorter since it was opened.
Status check_unchanged(const std::vector<formats::GameInput>& inputs);

}  // namespace edge::indexing
