// A scored position as the bullet trainer reads it: a record of 32 bytes, and a line of text that
// bullet's tools make the same record of. docs/formats/bullet.md has the layouts.
#pragma once

#include <cstddef>
#include <string>

#include "chess/position.h"
#include "codec/game_result.h"
#include "codec/move_score.h"

namespace edge::bullet {

inline constexpr size_t kRecordBytes = 32;

struct ScoredPosition {
    const Position& position;
    Score score = 0;                          // White's
    GameResult result = GameResult::Unknown;  // known
};

// Both append: the bytes, or the line with its end.
void append_record(const ScoredPosition& scored, std::string& out);
void append_line(const ScoredPosition& scored, std::string& out);

}  // namespace edge::bullet
