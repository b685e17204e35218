// Short games whose answers are worked out by hand, and helpers to write tests about them.
#pragma once

#include <string_view>
#include <vector>

#include "corpus/corpus_builder.h"
#include "support/query_oracle.h"

namespace edge::query::oracle {

using Plies = std::vector<uint32_t>;

inline OracleGame game_of(std::string_view moves) {
    OracleGame game;
    set_moves(game, test::line(moves));
    return game;
}

// The plies `first` to `last`.
inline Plies plies(uint32_t first, uint32_t last) {
    Plies all;
    for (uint32_t ply = first; ply <= last; ++ply) all.push_back(ply);
    return all;
}

inline Square square(std::string_view name) {
    return make_square(static_cast<unsigned>(name[0] - 'a'), static_cast<unsigned>(name[1] - '1'));
}

inline Piece piece(char letter) {
    constexpr std::string_view kLetters = ".PNBRQK..pnbrqk";
    return static_cast<Piece>(kLetters.find(letter));
}

struct Placed {
    std::string_view square;
    uint16_t allowed;
};

inline uint16_t only(char letter) { return static_cast<uint16_t>(1U << index(piece(letter))); }

inline SubFen pattern(const std::vector<Placed>& pieces, bool mirror = false, bool shift = false) {
    SubFen subfen;
    subfen.allowed.fill(SubFen::kAnything);
    for (const Placed& placed : pieces)
        subfen.allowed[index(square(placed.square))] = placed.allowed;
    subfen.mirror = mirror;
    subfen.shift = shift;
    return subfen;
}

}  // namespace edge::query::oracle
