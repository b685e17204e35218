// Joins the steps of a sequence one after the other. Nested seq and run become the single list of
// runs that a Sequence is.
#pragma once

#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "query/expr.h"

namespace edge::query {

using Runs = std::vector<std::vector<Condition>>;

// Whether the next step begins at any later ply, or at the very next one.
enum class StepJoin : uint8_t { Later, Next };

inline void append_step(Runs& runs, Runs step, StepJoin join) {
    auto first = step.begin();
    if (join == StepJoin::Next && !runs.empty() && first != step.end()) {
        runs.back().insert(runs.back().end(), std::make_move_iterator(first->begin()),
                           std::make_move_iterator(first->end()));
        ++first;
    }
    runs.insert(runs.end(), std::make_move_iterator(first), std::make_move_iterator(step.end()));
}

}  // namespace edge::query
