// The part of verify() that concerns tree.games: its own rules, and its lists against the games.
#pragma once

#include <cstdint>
#include <span>

#include "corpus/corpus.h"
#include "corpus/verify.h"

namespace edge::corpus {

// Every rule that can be checked without playing the games.
void verify_tree_games(const Corpus& corpus, VerifyReport& report);

// The list of edge `index` of tree.dat must be `expected`. A list that cannot be read has been
// reported by the above.
void compare_game_list(const TreeGames& games, uint64_t index, std::span<const uint32_t> expected,
                       VerifyReport& report);

}  // namespace edge::corpus
