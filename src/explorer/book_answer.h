// What a Polyglot book plays in a position.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"
#include "codec/polyglot/book.h"

namespace edge::explorer {

struct BookMove {
    Move move;
    std::string san;
    std::string uci;
    uint16_t weight = 0;
    double share = 0;  // of the sum of all weights, 0 to 1: how often an engine plays it
};

struct BookAnswer {
    std::string fen;
    uint64_t total_weight = 0;
    std::vector<BookMove> moves;  // by weight, the greatest first, then by number
    std::vector<std::string> warnings;
};

// Entries that are not legal in the position are left out with a warning.
BookAnswer explore_book(const polyglot::Book& book, const Position& position);

}  // namespace edge::explorer
