// Gives an older corpus its tree.games, `edge index --add-tree-games`.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/directory_lock.h"
#include "edge/result.h"

namespace edge::tree {

struct AddTreeGamesOptions {
    std::string corpus;
    unsigned threads = 0;  // 0: all cores
    uint64_t memory = 0;   // bytes; 0: a quarter of the machine's memory
    LockOptions lock = {};
};

struct AddTreeGamesReport {
    std::filesystem::path corpus;
    uint64_t games = 0;  // whose tree got a file; the same for the next two
    uint64_t edges = 0;
    uint64_t lists = 0;
    uint64_t bytes = 0;  // of tree.games
};

// Plays all games and writes a new file, whether or not one exists; a reader finds either the old
// one or the new one. Of a tree in segments, only those that lack their file get one, and all when
// none does. The edges of the games must be those of the tree, which is not written.
Result<AddTreeGamesReport> add_tree_games(const AddTreeGamesOptions& options);

}  // namespace edge::tree
