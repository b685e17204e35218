// Where the games of a run begin in their inputs, and which ones were truncated: for what is known
// of them only when all are read, that they are duplicates. Takes 8 bytes a game, 16 for each
// truncated one, and the places of games that are not in a text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "formats/index_issue.h"
#include "index/game_batch.h"

namespace edge::indexing {

struct GameOrigin {
    size_t input = 0;
    uint64_t line = 0;  // from 1
    std::string place;  // as in IndexIssue
};

class GameOrigins {
public:
    // The games of the next batch, which comes from a block that begins on this line.
    void add(size_t input, uint64_t line, GameBatch& batch);

    // Games are numbered from 0, in the order of adding.
    GameOrigin of(uint64_t game) const;
    // Why the game at that place in the concatenation was truncated, if it was.
    std::optional<formats::IssueReason> truncated(uint64_t game_at) const;

private:
    std::vector<uint64_t> ends_;  // by input: how many games there are up to its end
    std::vector<uint64_t> lines_;
    std::vector<std::string> places_;                                   // may be shorter
    std::vector<std::pair<uint64_t, formats::IssueReason>> truncated_;  // in ascending order
};

}  // namespace edge::indexing
