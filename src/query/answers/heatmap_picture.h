// Heatmaps to look at: boards of shaded squares for the terminal, and a picture in SVG.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "query/answers/heatmap.h"

namespace edge::query {

// None is for a pipe, a file, or where NO_COLOR is set.
enum class ColorDepth : uint8_t { None, Indexed256, TrueColor };

// White's board of each kind beside Black's; each square gives the share of the matching positions
// that have the man there, in percent. `kinds` chooses what is shown; empty is all.
std::string heatmap_text(const Heatmap& heatmap, KindSet kinds, ColorDepth depth);

// A whole SVG document with the same boards. Each square's count is in its <title>, which browsers
// show under the pointer. `caption` stands above the boards and may be empty.
std::string heatmap_svg(const Heatmap& heatmap, KindSet kinds, std::string_view caption);

}  // namespace edge::query
