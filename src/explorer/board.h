// All that a board must be told which knows no chess: what can be played, how the position came
// about, whether it is the end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "chess/types.h"
#include "explorer/openings.h"
#include "explorer/position_text.h"

namespace edge::explorer {

enum class GameEnd : uint8_t { Checkmate, Stalemate };

// Castling is written as the rows of an Answer write it.
struct Board {
    struct LegalMove {
        std::string san;
        std::string uci;
    };
    struct PlayedMove {
        std::string san;
        std::string uci;
        std::string fen;  // after it
    };
    Color turn = Color::White;
    bool check = false;
    std::optional<GameEnd> end = {};
    std::string start_fen = {};
    std::vector<PlayedMove> line = {};
    std::vector<LegalMove> legal = {};
    std::optional<Opening> opening = {};  // the last name along the line
};

// `openings` may be null: then there are no names.
Board describe_board(const PlayedLine& line, const Openings* openings);

}  // namespace edge::explorer
