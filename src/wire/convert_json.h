// The JSON of a conversion's closing report.
#pragma once

#include <string>

#include "ingest/convert.h"

namespace edge::wire {

// {"from": KIND or [KIND, ...], "to", "games_read", "games_written", "skipped": {reason: {"count",
// "examples": [TEXT, ...]}}, "lost": the same, "book": {"positions", "entries"} or null, "output",
// "seconds"}.
std::string convert_json(const ingest::ConvertReport& report);

}  // namespace edge::wire
