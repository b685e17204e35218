// Everything that a board without knowledge of chess needs: the legal moves, the moves that
// led to the position, whether the game is over.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "chess/openings.h"
#include "chess/position_text.h"
#include "chess/types.h"

namespace edge::explorer {

enum class GameEnd : uint8_t { Checkmate, Stalemate };

// Castling is written as in the rows of an Answer.
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
