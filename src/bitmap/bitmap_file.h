// Bitmaps in files, format PMOTE-BM (docs/formats/bitmap.md): version 1 with a bit for each game,
// version 2 with only the games that are set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bitmap/bitmap.h"
#include "bitmap/bitmap_table.h"
#include "core/content_hash.h"
#include "edge/result.h"

namespace edge {

inline constexpr std::string_view kBitmapExtension = ".bm";

// What a corpus's bitmaps have in common. A corpus that has no id has none of version 2.
struct BitmapCorpus {
    BitmapLayout layout;
    std::optional<ContentHash> id = {};
};

// ---- reading

// `file` is the name used in errors. A version other than 1 and 2 is Unsupported, and so is what
// check_size_alone refuses; all other damage is Corrupt.
Result<Bitmap> parse_bitmap(std::span<const std::byte> bytes, std::string_view file);

// The same for a set of a corpus. One of the games that the corpus had before it grew has none of
// the new ones, and one that was written after the corpus has grown, which this reader does not see
// yet, is taken as far as its games go; a bitmap of any other layout is refused, before it takes
// memory, and so is one that names another corpus.
Result<Bitmap> parse_bitmap(std::span<const std::byte> bytes, std::string_view file,
                            const BitmapCorpus& corpus);

Result<Bitmap> read_bitmap(const std::filesystem::path& path);
Result<Bitmap> read_bitmap(const std::filesystem::path& path, const BitmapCorpus& corpus);

// What a file holds, found without taking memory for its games.
struct BitmapSummary {
    uint32_t version = 0;
    uint64_t bytes = 0;
    uint64_t regular_bytes = 0;  // of a file without gaps; version 2 has none
    std::optional<ContentHash> corpus_id = {};
    BitmapLayout layout;
    std::vector<uint64_t> games_set;  // by shard

    uint64_t total_set() const;
};

// Checks the whole file, as parse_bitmap does.
Result<BitmapSummary> summarize_bitmap(std::span<const std::byte> bytes, std::string_view file);
Result<BitmapSummary> read_bitmap_summary(const std::filesystem::path& path);

// Makes it that of the corpus's set, as parse_bitmap does.
Status fit_to_corpus(BitmapSummary& summary, const BitmapCorpus& corpus, std::string_view file);

// ---- writing

std::string format_dense_bitmap(const Bitmap& bitmap);
std::string format_sparse_bitmap(const Bitmap& bitmap, const ContentHash& corpus_id);

// Whether a set that takes so much in version 2 is stored so: when that is at most an eighth of
// what it takes in version 1.
bool is_sparse_enough(const BitmapLayout& layout, uint64_t sparse_bytes);

// The size of the file that format_sparse_bitmap makes.
uint64_t sparse_bytes(const Bitmap& bitmap);

// The file appears whole or not at all. An existing file is refused unless `overwrite` is set; one
// that is not a bitmap is always refused. Of version 2 where a corpus is given and
// is_sparse_enough.
Status write_bitmap(const Bitmap& bitmap, const std::filesystem::path& path, bool overwrite,
                    const std::optional<ContentHash>& sparse_for = std::nullopt);

}  // namespace edge
