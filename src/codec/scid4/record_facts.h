// What the index of a Scid 4 base stores about a game and can be derived from its moves. Scid uses
// it to search without opening the game (docs/formats/scid4_games.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "codec/scid4/home_pawns.h"

namespace edge::scid4 {

struct RecordFacts {
    // True counts; index_entry.h squeezes them into the bits of the index.
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

// Something in a game that did not fit or was malformed, for a ConversionReport.
struct RecordNote {
    std::string_view kind;  // a snake_case word with static lifetime: "nags"
    std::string text;       // one sentence
    friend bool operator==(const RecordNote&, const RecordNote&) = default;
};

}  // namespace edge::scid4
