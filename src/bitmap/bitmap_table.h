// The header and the shard table of a PMOTE-BM file, of both versions (docs/formats/bitmap.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bitmap/bitmap.h"
#include "core/content_hash.h"
#include "edge/result.h"

namespace edge {

inline constexpr std::string_view kBitmapMagic = "PMOTE-BM";
// In files: do not change the values.
inline constexpr uint32_t kDenseVersion = 1;   // a bit for each game
inline constexpr uint32_t kSparseVersion = 2;  // Roaring's format, the corpus's id and a hash

// Where the set of a shard lies in the file.
struct ShardPlace {
    uint64_t offset = 0;
    uint64_t size_bytes = 0;
};

struct BitmapTable {
    uint32_t version = kDenseVersion;
    BitmapLayout layout;
    std::optional<ContentHash> corpus_id = {};  // of version 2
    std::vector<ShardPlace> places = {};        // by shard
};

// All places lie inside `bytes` and do not overlap; in version 2 the hash at the end is right. Any
// other version is Unsupported, all other damage is Corrupt. Allocates 20 bytes for each entry that
// is there, whatever the header claims.
Result<BitmapTable> parse_bitmap_table(std::span<const std::byte> bytes, std::string_view file);

// Unsupported when the table is of version 2 and of more than 2^32 games: in memory each takes a
// bit, and the file may have only a few bytes. For a reader that knows no corpus to compare with.
Status check_size_alone(const BitmapTable& table, std::string_view file);

// The table of a file that has the sets in order and without gaps; they have these sizes.
BitmapTable make_bitmap_table(const BitmapLayout& layout, std::optional<ContentHash> corpus_id,
                              std::span<const uint64_t> set_bytes);
std::string format_bitmap_table(const BitmapTable& table);

// The bits of a shard in version 1.
constexpr uint64_t dense_bytes(uint32_t games) { return (uint64_t{games} + 7) / 8; }

// The size of a file of version 1 without gaps, and of one of version 2 whose sets take so much.
uint64_t dense_file_bytes(const BitmapLayout& layout);
uint64_t sparse_file_bytes(const BitmapLayout& layout, uint64_t all_set_bytes);

}  // namespace edge
