// The files of games below the root, which can be indexed.
#pragma once

#include <cstdint>
#include <optional>
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

// The kind of games that a file of this name is taken to hold; nothing for corpora, books and other
// endings.
std::optional<formats::GameKind> kind_by_name(const std::string& path);

// Sorted by path, and recognised by name alone: opening each would take long. Corpora and books are
// left out, and a Scid base is listed once. Cancelled when told to give up.
Result<std::vector<ListedGameFile>> list_game_files(const Root& root,
                                                    const Cancellation& cancellation);

}  // namespace edge::server
