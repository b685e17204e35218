// Bitmaps in files, format PMOTE-BM version 1 (docs/formats/bitmap.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "bitmap/bitmap.h"
#include "edge/result.h"

namespace edge {

inline constexpr std::string_view kBitmapExtension = ".bm";
inline constexpr uint32_t kBitmapVersion = 1;

// `file` is the name used in errors. Never allocates more than the size of `bytes`, whatever they
// claim. Another version is Unsupported, all other damage is Corrupt.
Result<Bitmap> parse_bitmap(std::span<const std::byte> bytes, std::string_view file);
std::string format_bitmap(const Bitmap& bitmap);

// The size of the file that format_bitmap writes; parse_bitmap also takes files with gaps.
uint64_t bitmap_file_bytes(const BitmapLayout& layout);

Result<Bitmap> read_bitmap(const std::filesystem::path& path);

// The same for a corpus of that layout; a bitmap of any other layout is refused.
Result<Bitmap> read_bitmap(const std::filesystem::path& path, const BitmapLayout& corpus);

// The file appears whole or not at all. An existing file is refused unless `overwrite` is set; one
// that is not a bitmap is always refused.
Status write_bitmap(const Bitmap& bitmap, const std::filesystem::path& path, bool overwrite);

}  // namespace edge
