// Names of openings by the position they lead to, so that lines are recognised in any move order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "chess/position.h"
#include "edge/result.h"

namespace edge {

struct Opening {
    std::string eco;
    std::string name;
    friend bool operator==(const Opening&, const Opening&) = default;
};

// Safe to read from many threads.
class Openings {
public:
    // `moves` from the start in SAN, with or without move numbers. If one position has two names,
    // the later one wins. InvalidArgument when a move is not legal.
    Status add(std::string_view moves, Opening opening);

    // Null when the position has no name.
    const Opening* find(const Position& position) const;
    // The name of the last position of a line that has one.
    const Opening* last_named(std::span<const Position> line) const;
    size_t size() const { return by_hash_.size(); }

private:
    std::unordered_map<uint64_t, Opening> by_hash_;
};

}  // namespace edge
