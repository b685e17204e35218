// The JSON of explorer answers.
#pragma once

#include <span>
#include <string>

#include "explorer/explorer.h"

namespace edge::wire {

// {"fen", "total", "white", "draws", "black", "source", "tree_plies", "moves": [...]}; tree_plies
// is null when there is no tree, 0 when the tree holds every ply.
std::string explore_json(const explorer::Answer& answer);

// {"answers": [...]}, in order.
std::string explore_batch_json(std::span<const explorer::Answer> answers);

}  // namespace edge::wire
