// What follows from the traces of a game's lanes: at which plies the whole query holds, and which
// plies made the game match. For answers beyond yes and no, which the scanner gives faster.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "query/plan/program.h"
#include "query/plan/truth.h"
#include "query/query.h"
#include "query/scan/ply_set.h"

namespace edge::query {

// The spans of every lane over a game of `plies` plies, and the values of the header tests.
struct Trace {
    const Program& program;
    std::span<const std::vector<PlySpan>> lanes;
    uint32_t plies;
    std::span<const Truth> headers;
};

// The plies of the match of a sequence that ends first, one per step; of several, the smallest.
// Empty when it does not match.
std::vector<uint32_t> match_sequence(const SequenceLeaf& sequence, const Trace& trace);

// Where the query holds position by position: quantifiers do not apply, a negated condition holds
// within its range where the condition does not, and a sequence holds at the plies of its match or,
// negated, at all positions of a game that it does not match. The spans ascend and do not touch.
std::vector<PlySpan> matching_spans(const Trace& trace);

// The plies of GameMatch. The game must match.
std::vector<uint32_t> witness(const Trace& trace);

}  // namespace edge::query
