// Names of openings by the position they lead to, so that lines are recognised in any move order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "chess/position.h"
#include "edge/result.h"

namespace edge {

struct Opening {
    std::string eco;
    std::string name;
    friend bool operator==(const Opening&, const Opening&) = default;
};

struct NamedPosition {
    Position position;
    Opening opening;
};

// Safe to read from many threads.
class Openings {
public:
    // `moves` from the start in SAN, with or without move numbers. If one position has two names,
    // the later one wins. InvalidArgument when a move is not legal.
    Status add(std::string_view moves, Opening opening);
    void add(const Position& position, Opening opening);

    // Null when the position has no name.
    const Opening* find(const Position& position) const;
    // The same as its number in all().
    static constexpr uint32_t kNone = UINT32_MAX;
    uint32_t number_of(const Position& position) const;
    // The name of the last position of a line that has one.
    const Opening* last_named(std::span<const Position> line) const;

    // In the order in which they were added; each position once.
    std::span<const NamedPosition> all() const { return all_; }
    size_t size() const { return all_.size(); }

private:
    std::vector<NamedPosition> all_;
    std::unordered_map<uint64_t, uint32_t> by_hash_;
};

}  // namespace edge
