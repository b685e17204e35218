// Heatmaps to look at: boards of shaded squares for the terminal, and a picture in SVG.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "query/answers/heatmap.h"

namespace edge::query {

// None is for a pipe, for a file, and where NO_COLOR is set.
enum class ColorDepth : uint8_t { None, Indexed256, TrueColor };

// For each kind, White's board next to Black's; each square shows the percentage of the matching
// positions that have the piece there. `kinds` selects the boards; 0 is all.
std::string heatmap_text(const Heatmap& heatmap, KindSet kinds, ColorDepth depth);

// A whole SVG document with the same boards. Each square's count is in its <title>, which browsers
// show under the pointer. `caption` is above the boards and may be empty.
std::string heatmap_svg(const Heatmap& heatmap, KindSet kinds, std::string_view caption);

}  // namespace edge::query
