// Turns games into the bytes of viriformat, one after another.
#pragma once

#include <cstddef>
#include <vector>

#include "codec/conversion_report.h"
#include "codec/game_reader.h"
#include "codec/viriformat/scored_line.h"

namespace edge::viriformat {

class GameEncoder {
public:
    explicit GameEncoder(ScoreOptions options) : options_(options) {}

    // Appends the game to `out`, from its first scored position to the first without a score; a
    // game without moves is a board. False for a game that cannot be stored: one without result
    // ("no_result"), and one with moves but no scores ("no_scores"). Parts of others that it leaves
    // out are counted as lost.
    bool encode(const ReadGame& read, std::vector<std::byte>& out, ConversionReport& report);

private:
    // The moves of the line that are written.
    struct ScoredPart {
        size_t begin = 0;
        size_t end = 0;
    };
    ScoredPart find_scored_part() const;
    void count_lost_moves(const ReadGame& read, ScoredPart scored, ConversionReport& report) const;
    void count_lost_notes(const ReadGame& read, ScoredPart scored, ConversionReport& report);

    ScoreOptions options_;
    ScoredLine line_;
    std::vector<bool> is_comment_kept_;  // by node
};

}  // namespace edge::viriformat
