// What readers of whole games report about them: what counts as damage, and which issues it
// becomes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/conversion_report.h"
#include "codec/game_reader.h"
#include "formats/index_issue.h"
#include "index/block_decoder.h"
#include "index/game_batch.h"

namespace edge::indexing {

// Whether a game of the source is missing, or some of its moves. Games that a reader leaves out
// because they are deleted or of another variant are not damaged.
bool is_damage(const ConversionReport::Note& note);

// Whether BadGames::Fail stops at it.
bool is_bad(const formats::IndexIssue& issue);

// Adds the reader's report on some games to the issues of their batch, in the order of the source,
// and gives each issue, and each game whose place is wanted, its place there: a game counts as a
// line, including those left out. The places are those of the games that were handed out.
void add_reader_issues(const ConversionReport& reading, const std::vector<ReadGame>& games,
                       const GamePlaces& places, GameBatch& batch);

// A warning about the games that could not be read from `source`, which is damaged or was cut
// short; nothing when there are none. Illegal moves do not mean that the file is damaged.
std::optional<std::string> damage_warning(const ConversionReport& reading, std::string_view source);

}  // namespace edge::indexing
