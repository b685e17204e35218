// What the traces of a game's lanes say: at which plies the whole query holds, and by which plies a
// game matched. For answers beyond yes or no; the scanner decides those faster.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "query/plan/program.h"
#include "query/plan/truth.h"
#include "query/query.h"
#include "query/scan/ply_set.h"

namespace edge::query {

// The runs of every lane over a game of `plies` plies, and the values of the header tests.
struct Trace {
    const Program& program;
    std::span<const std::vector<PlyRun>> lanes;
    uint32_t plies;
    std::span<const Truth> headers;
};

// The plies of the earliest-ending match of a sequence, one per step, the smallest of several;
// empty when it does not match.
std::vector<uint32_t> match_sequence(const SequenceLeaf& sequence, const Trace& trace);

// Where the query holds position by position: quantifiers do not apply, a negated condition holds
// within its range where the condition does not, and a sequence stands for all positions of a game
// that it matches. Ascending runs, apart.
std::vector<PlyRun> matching_runs(const Trace& trace);

// The plies of GameMatch. The game must match.
std::vector<uint32_t> witness(const Trace& trace);

}  // namespace edge::query
