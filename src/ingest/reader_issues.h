// What readers of whole games say about them: which of it is damage, and as issues of a run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/conversion_report.h"
#include "codec/game_reader.h"
#include "ingest/game_batch.h"
#include "ingest/game_issue.h"

namespace edge::ingest {

// Whether a game of the source is missing, or some of its moves. Games that a reader leaves out
// because they are deleted or of another variant are not damaged.
bool is_damage(const ConversionReport::Note& note);

// Whether a run that takes no bad games stops at it.
bool is_bad(const GameIssue& issue);

// Puts what the reader said of some games among the issues of their batch, in the order of the
// source, and gives each issue its place there: a line is a game, those that were left out count
// too. `first` is the number of the first of the games that were handed out.
void add_reader_issues(const ConversionReport& reading, const std::vector<ReadGame>& games,
                       uint64_t first, GameBatch& batch);

// A warning about the games that could not be read from `source`, which is damaged or was cut
// short; nothing when there are none. Moves that are not legal are no matter of the file.
std::optional<std::string> damage_warning(const ConversionReport& reading, std::string_view source);

}  // namespace edge::ingest
