// The JSON of a conversion's closing report.
#pragma once

#include <string>

#include "convert/convert.h"

namespace edge::wire {

// {"from": KIND or [KIND, ...], "to", "games_read", "games_written", "skipped": {reason: {"count",
// "examples": [TEXT, ...]}}, "lost": the same, "book": {"positions", "entries"} or null,
// "positions": the counts of a TrainingTable or null, "warnings", "output", "seconds"}.
std::string convert_json(const convert::ConvertReport& report);

}  // namespace edge::wire
