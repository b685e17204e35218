// A Polyglot opening book from a corpus's tree: its positions with their moves, weighted by the
// results.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "chess/types.h"
#include "corpus/corpus.h"
#include "edge/result.h"

namespace edge::convert {

struct BookOptions {
    uint32_t min_games = 3;  // a move that fewer games played is left out
    // Only the first N plies: positions that fewer moves of the tree lead to.
    std::optional<uint32_t> max_ply = {};
    std::optional<Color> color = {};  // only moves of this side, from the same positions
    bool overwrite = false;
};

struct BookSummary {
    uint64_t positions = 0;
    uint64_t entries = 0;       // their moves
    uint64_t never_scored = 0;  // moves left out because every game of them was lost
    // Moves left out because no line of the tree leads to them; not counted with a max_ply.
    uint64_t out_of_reach = 0;
};

// The weight of a move is 2 * wins + draws of the player who made it. Where the best move of a
// position has more than 65535, its weights are scaled down to that, none of them to 0. Moves of
// weight 0 are left out, as in Polyglot.
//
// Positions are found by playing the tree's moves from the starting position, since an edge does
// not say whose move it is. In a tree that leaves out rare positions (`--tree-min-games`),
// positions that are reached only through them are not found; where the corpus was added to, each
// part of it leaves out its own.
//
// InvalidArgument when the corpus has no tree, or that of another program. Memory: 2 bytes for each
// edge of the tree, and up to twice the size of the book.
Result<BookSummary> write_book(const corpus::Corpus& corpus, const std::filesystem::path& path,
                               const BookOptions& options);

}  // namespace edge::convert
