// The tags whose text a game's header can reproduce. A tag whose source text equals the canonical
// text is not stored in N.extra; any other text is (docs/formats/extra.md).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "codec/date.h"
#include "codec/game_result.h"
#include "corpus/format.h"

namespace edge::corpus {

enum class HeaderTag : uint8_t {
    White,
    Black,
    Result,
    WhiteElo,
    BlackElo,
    Eco,
    Date,
    TimeControl,
    Termination
};

// The one with this tag name; the case of the name matters.
std::optional<HeaderTag> header_tag(std::string_view tag_name);

// The text of that tag from the header; an unknown value is "?", "*" or the unknown date, and a
// value without a text (Termination::Other, a saturated base time) is empty. `white` and `black`
// are the names behind the header's two indexes.
std::string canonical_tag_text(const GameHeader& header, HeaderTag tag, std::string_view white,
                               std::string_view black);

// The same by name; empty for a tag that is not in the header.
std::string canonical_tag_text(const GameHeader& header, std::string_view tag_name,
                               std::string_view white, std::string_view black);

using edge::date_text;
using edge::result_text;
std::string_view termination_text(Termination termination);  // "Normal", ...; "" for Other
std::string eco_text(uint16_t eco);                          // "B22", "?"
std::string time_control_text(TimeControl time_control);     // "180+0", "-", "?"

}  // namespace edge::corpus
