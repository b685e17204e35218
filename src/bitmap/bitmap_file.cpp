// A header of 32 bytes, a table of 16 bytes per shard, then the bits of each shard. The words of a
// Bitmap have the same layout in little-endian memory as in the file, so reading and writing are
// plain copies.
#include "bitmap/bitmap_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "core/atomic_file.h"
#include "core/byte_cursor.h"
#include "core/damage.h"
#include "core/file_start.h"
#include "core/mapped_file.h"

namespace edge {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "PMOTE-BM";
constexpr uint64_t kHeaderBytes = 32;
constexpr uint64_t kEntryBytes = 16;

constexpr uint64_t bits_bytes(uint32_t games) { return (uint64_t{games} + 7) / 8; }

// Where the bits of a shard lie in the file.
struct BitsPlace {
    uint64_t offset;
    uint64_t size_bytes;
    uint32_t shard;
};

struct ShardTable {
    BitmapLayout layout;
    std::vector<BitsPlace> places;  // by shard
};

uint64_t entry_offset(uint32_t shard) { return kHeaderBytes + kEntryBytes * shard; }

// Takes one entry of the table, whose bits must lie after the table and inside the file.
Status read_entry(ByteCursor& cursor, std::string_view file, uint64_t table_end, uint64_t file_end,
                  ShardTable& table) {
    const uint64_t start = cursor.offset();
    const uint32_t shard = table.layout.shard_count();
    const auto id = EDGE_TRY(cursor.read<uint32_t>("the number of a shard"));
    const auto games = EDGE_TRY(cursor.read<uint32_t>("the games of a shard"));
    const auto offset = EDGE_TRY(cursor.read<uint64_t>("the offset of a shard's bits"));
    if (id != shard) {
        return corrupt(file, start, fmt::format("found shard {}, expected shard {}", id, shard));
    }
    const uint64_t size = bits_bytes(games);
    if (offset < table_end || offset > file_end || size > file_end - offset) {
        return corrupt(file, start,
                       fmt::format("found {} bytes of bits at {} for the {} games of shard {}, "
                                   "expected them from {} to {}",
                                   size, offset, games, shard, table_end, file_end));
    }
    table.layout.shard_games.push_back(games);
    table.places.push_back({offset, size, shard});
    return {};
}

Status check_no_overlap(std::vector<BitsPlace> places, std::string_view file) {
    std::erase_if(places, [](const BitsPlace& place) { return place.size_bytes == 0; });
    std::ranges::sort(places, {}, &BitsPlace::offset);
    const auto overlap = std::ranges::adjacent_find(
        places,
        [](const BitsPlace& a, const BitsPlace& b) { return a.offset + a.size_bytes > b.offset; });
    if (overlap == places.end()) return {};
    const BitsPlace& next = *(overlap + 1);
    return corrupt(
        file, entry_offset(next.shard),
        fmt::format("found the bits of shard {} at {}, expected them apart from those of "
                    "shard {}, which go from {} to {}",
                    next.shard, next.offset, overlap->shard, overlap->offset,
                    overlap->offset + overlap->size_bytes));
}

Result<ShardTable> read_table(std::span<const std::byte> bytes, std::string_view file) {
    ByteCursor cursor(bytes, file);
    EDGE_CHECK(cursor.expect(kMagic, "the magic"));
    const auto version = EDGE_TRY(cursor.read<uint32_t>("the version"));
    if (version != kBitmapVersion) {
        return fail(ErrorCode::Unsupported,
                    fmt::format("{}, offset 8: found version {}, expected {}", file, version,
                                kBitmapVersion));
    }
    const auto shards = EDGE_TRY(cursor.read<uint32_t>("the number of shards"));
    const auto total = EDGE_TRY(cursor.read<uint64_t>("the number of games"));
    const auto reserved = EDGE_TRY(cursor.read<uint64_t>("the reserved field"));
    if (reserved != 0) {
        return corrupt(file, 24,
                       fmt::format("found {} in the reserved field, expected 0", reserved));
    }
    if (shards > cursor.remaining() / kEntryBytes) {
        return corrupt(file, 12,
                       fmt::format("found {} shards in a file of {} bytes, expected at most {}",
                                   shards, bytes.size(), cursor.remaining() / kEntryBytes));
    }
    ShardTable table;
    table.layout.shard_games.reserve(shards);
    table.places.reserve(shards);
    for (uint32_t shard = 0; shard < shards; ++shard) {
        EDGE_CHECK(read_entry(cursor, file, entry_offset(shards), bytes.size(), table));
    }
    EDGE_CHECK(check_no_overlap(table.places, file));
    if (total != table.layout.total()) {
        return corrupt(file, 16,
                       fmt::format("found {} games in all, expected {}, the sum over the "
                                   "shards",
                                   total, table.layout.total()));
    }
    return table;
}

template <class T>
void append_value(std::string& to, T value) {
    to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// The bytes of a shard's bits in the file.
std::string_view bits_of(const Bitmap& bitmap, uint32_t shard) {
    return {reinterpret_cast<const char*>(bitmap.words_of(shard).data()),
            static_cast<size_t>(bits_bytes(bitmap.layout().shard_games[shard]))};
}

std::string header_and_table(const BitmapLayout& layout) {
    std::string text(kMagic);
    append_value<uint32_t>(text, kBitmapVersion);
    append_value<uint32_t>(text, layout.shard_count());
    append_value<uint64_t>(text, layout.total());
    append_value<uint64_t>(text, 0);
    uint64_t offset = entry_offset(layout.shard_count());
    for (uint32_t shard = 0; shard < layout.shard_count(); ++shard) {
        append_value<uint32_t>(text, shard);
        append_value<uint32_t>(text, layout.shard_games[shard]);
        append_value<uint64_t>(text, offset);
        offset += bits_bytes(layout.shard_games[shard]);
    }
    return text;
}

// A mistyped output name must not overwrite a PGN file or a part of a corpus. A bitmap that is
// damaged after its magic may be replaced.
Status check_replaceable(const fs::path& path) {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return {};
    if (file_start(path, kMagic.size()) == kMagic) return {};
    return fail(ErrorCode::Io,
                fmt::format("{} is not a bitmap, so it is not replaced by one", path.string()));
}

}  // namespace

Result<Bitmap> parse_bitmap(std::span<const std::byte> bytes, std::string_view file) {
    const ShardTable table = EDGE_TRY(read_table(bytes, file));
    Bitmap bitmap(table.layout);
    for (const BitsPlace& place : table.places) {
        if (place.size_bytes == 0) continue;
        std::memcpy(bitmap.words_of(place.shard).data(), bytes.data() + place.offset,
                    place.size_bytes);
        const uint64_t last = place.offset + place.size_bytes - 1;
        const uint32_t used = table.layout.shard_games[place.shard] % 8;
        const auto last_byte = std::to_integer<uint32_t>(bytes[last]);
        if (used != 0 && last_byte >> used != 0) {
            return corrupt(file, last,
                           fmt::format("found byte {:#04x}, expected zeros from bit {} up, beyond "
                                       "the last game of shard {}",
                                       last_byte, used, place.shard));
        }
    }
    return bitmap;
}

std::string format_bitmap(const Bitmap& bitmap) {
    std::string text = header_and_table(bitmap.layout());
    for (uint32_t shard = 0; shard < bitmap.shard_count(); ++shard) text += bits_of(bitmap, shard);
    return text;
}

uint64_t bitmap_file_bytes(const BitmapLayout& layout) {
    uint64_t size = entry_offset(layout.shard_count());
    for (const uint32_t games : layout.shard_games) size += bits_bytes(games);
    return size;
}

Result<Bitmap> read_bitmap(const fs::path& path) {
    const MappedFile file = EDGE_TRY(MappedFile::open(path));
    return parse_bitmap(file.bytes(), path.string());
}

Result<Bitmap> read_bitmap(const fs::path& path, const BitmapLayout& corpus) {
    Bitmap bitmap = EDGE_TRY(read_bitmap(path));
    if (const auto difference = first_difference(bitmap.layout(), corpus)) {
        return fail(ErrorCode::Unsupported,
                    fmt::format("{}: the bitmap is not one of this corpus: they differ in {}",
                                path.string(), *difference));
    }
    return bitmap;
}

Status write_bitmap(const Bitmap& bitmap, const fs::path& path, bool overwrite) {
    if (overwrite) EDGE_CHECK(check_replaceable(path));
    AtomicFile output = EDGE_TRY(AtomicFile::create(path, overwrite));
    EDGE_CHECK(output.file().append(header_and_table(bitmap.layout())));
    for (uint32_t shard = 0; shard < bitmap.shard_count(); ++shard) {
        EDGE_CHECK(output.file().append(bits_of(bitmap, shard)));
    }
    return output.commit();
}

}  // namespace edge
