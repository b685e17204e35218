// Heatmaps in files, format PMOTE-HM version 1 (docs/formats/heatmap.md).
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "edge/result.h"
#include "query/answers/heatmap.h"

namespace edge::query {

inline constexpr std::string_view kHeatmapExtension = ".hm";

// `file` is named in errors. Another version is Unsupported, all other damage Corrupt.
Result<Heatmap> parse_heatmap(std::span<const std::byte> bytes, std::string_view file);
std::string format_heatmap(const Heatmap& heatmap);

Result<Heatmap> read_heatmap(const std::filesystem::path& path);

// The file appears whole or not at all. An existing one is refused unless `overwrite`, and one that
// is not a heatmap always is.
Status write_heatmap(const Heatmap& heatmap, const std::filesystem::path& path, bool overwrite);

}  // namespace edge::query
