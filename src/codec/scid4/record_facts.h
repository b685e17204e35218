// What the index of a Scid 4 base says about a game and can be derived from its moves. Scid answers
// its searches from these without opening the game (docs/formats/scid4_games.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "codec/scid4/home_pawns.h"

namespace edge::scid4 {

struct RecordFacts {
    // True counts. Squeezing them into the bits of the index is the index's business.
    uint32_t plies = 0;  // of the main line, null moves included
    // Of the whole game.
    uint32_t variations = 0;
    uint32_t comments = 0;
    uint32_t nags = 0;

    // Of the main line.
    uint8_t stored_line = 0;  // 0: none
    HomePawns home_pawns;
    uint32_t final_material = 0;      // 24 bits
    bool has_fen = false;             // flag S of the index
    bool has_promotion = false;       // flag X
    bool has_underpromotion = false;  // flag Y

    friend bool operator==(const RecordFacts&, const RecordFacts&) = default;
};

// Something about a game that had no place or made no sense, for a ConversionReport.
struct RecordNote {
    std::string_view kind;  // a snake_case word that lives for ever: "nags"
    std::string text;       // one sentence
    friend bool operator==(const RecordNote&, const RecordNote&) = default;
};

}  // namespace edge::scid4
