// What a run of the indexer reads, opened: PGN as text, every other kind as whole games.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "edge/result.h"
#include "ingest/indexer.h"
#include "ingest/pgn_input.h"

namespace edge::ingest {

Result<std::vector<PgnInput>> open_index_inputs(const IndexOptions& options);

// Some input is not text, so that places are counted in games.
bool has_whole_games(const std::vector<PgnInput>& inputs);
// Of all inputs together, uncompressed; nothing when that of one is not known.
std::optional<uint64_t> known_size(const std::vector<PgnInput>& inputs);
// Io when a file became shorter since it was opened.
Status check_unchanged(const std::vector<PgnInput>& inputs);

}  // namespace edge::ingest
