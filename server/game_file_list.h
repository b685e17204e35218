// Which files of games are below the root, to be indexed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cancellation.h"
#include "edge/result.h"
#include "formats/game_kinds.h"
#include "root.h"

namespace edge::server {

struct ListedGameFile {
    std::string path = {};
    uint64_t bytes = 0;  // of a Scid base: of all its files
    formats::GameKind kind = formats::GameKind::Pgn;
};

// In order of their paths, told by their names alone: opening each would take long. Corpora and
// books are none, and a Scid base is listed once. Cancelled when told to give up.
Result<std::vector<ListedGameFile>> list_game_files(const Root& root,
                                                    const Cancellation& cancellation);

}  // namespace edge::server
