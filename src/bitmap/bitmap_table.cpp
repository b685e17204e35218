#include "bitmap/bitmap_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/byte_cursor.h"
#include "core/byte_order.h"
#include "core/damage.h"

namespace edge {
namespace {

constexpr uint64_t kHashBytes = 8;  // at the end of version 2
constexpr uint64_t kMostGamesAlone = uint64_t{1} << 32;

constexpr uint64_t header_bytes(uint32_t version) { return version == kDenseVersion ? 32 : 48; }
constexpr uint64_t entry_bytes(uint32_t version) { return version == kDenseVersion ? 16 : 24; }
constexpr uint64_t table_end(uint32_t version, uint64_t shards) {
    return header_bytes(version) + entry_bytes(version) * shards;
}

// ---- reading

class TableReader {
public:
    TableReader(std::span<const std::byte> bytes, std::string_view file)
        : bytes_(bytes), file_(file), cursor_(bytes, file) {}

    Result<BitmapTable> read() {
        EDGE_CHECK(read_header());
        // Version 2 has its sets between the table and the hash.
        const uint64_t begin = table_end(table_.version, shards_);
        if (is_sparse() && bytes_.size() - begin < kHashBytes) {
            return error(bytes_.size(),
                         fmt::format("found {} bytes after the table, expected the hash of 8 bytes",
                                     bytes_.size() - begin));
        }
        const uint64_t end = bytes_.size() - (is_sparse() ? kHashBytes : 0);
        table_.layout.shard_games.reserve(shards_);
        table_.places.reserve(shards_);
        for (uint32_t shard = 0; shard < shards_; ++shard) EDGE_CHECK(read_entry(begin, end));
        EDGE_CHECK(is_sparse() ? check_end(begin, end) : check_no_overlap());
        if (total_ != table_.layout.total()) {
            return error(16, fmt::format("found {} games in all, expected {}, the sum over the "
                                         "shards",
                                         total_, table_.layout.total()));
        }
        return std::move(table_);
    }

private:
    bool is_sparse() const { return table_.version == kSparseVersion; }
    tl::unexpected<Error> error(uint64_t offset, std::string_view finding) const {
        return corrupt(file_, offset, finding);
    }

    Status read_header() {
        EDGE_CHECK(cursor_.expect(kBitmapMagic, "the magic"));
        table_.version = EDGE_TRY(cursor_.read<uint32_t>("the version"));
        if (table_.version != kDenseVersion && table_.version != kSparseVersion) {
            return fail(ErrorCode::Unsupported,
                        fmt::format("{}, offset 8: found version {}, expected {} or {}", file_,
                                    table_.version, kDenseVersion, kSparseVersion));
        }
        shards_ = EDGE_TRY(cursor_.read<uint32_t>("the number of shards"));
        total_ = EDGE_TRY(cursor_.read<uint64_t>("the number of games"));
        if (is_sparse()) {
            const auto id = EDGE_TRY(cursor_.read_bytes(16, "the id of the corpus"));
            table_.corpus_id =
                ContentHash{load_big_endian<8>(id.data()), load_big_endian<8>(&id[8])};
        }
        const uint64_t reserved_at = cursor_.offset();
        const auto reserved = EDGE_TRY(cursor_.read<uint64_t>("the reserved field"));
        if (reserved != 0) {
            return error(reserved_at,
                         fmt::format("found {} in the reserved field, expected 0", reserved));
        }
        const uint64_t most = cursor_.remaining() / entry_bytes(table_.version);
        if (shards_ <= most) return {};
        return error(12, fmt::format("found {} shards in a file of {} bytes, expected at most {}",
                                     shards_, bytes_.size(), most));
    }

    Status read_entry(uint64_t begin, uint64_t end) {
        const uint64_t start = cursor_.offset();
        const uint32_t shard = table_.layout.shard_count();
        const auto id = EDGE_TRY(cursor_.read<uint32_t>("the number of a shard"));
        const auto games = EDGE_TRY(cursor_.read<uint32_t>("the games of a shard"));
        const auto offset = EDGE_TRY(cursor_.read<uint64_t>("the offset of a shard's set"));
        const uint64_t size = is_sparse()
                                  ? EDGE_TRY(cursor_.read<uint64_t>("the size of a shard's set"))
                                  : dense_bytes(games);
        if (id != shard) {
            return error(start, fmt::format("found shard {}, expected shard {}", id, shard));
        }
        if (offset < begin || offset > end || size > end - offset) {
            return error(start,
                         fmt::format("found {} bytes of {} at {} for the {} games of shard {}, "
                                     "expected them from {} to {}",
                                     size, is_sparse() ? "a set" : "bits", offset, games, shard,
                                     begin, end));
        }
        table_.layout.shard_games.push_back(games);
        table_.places.push_back({offset, size});
        return {};
    }

    uint64_t entry_offset(uint64_t shard) const { return table_end(table_.version, shard); }

    // Version 1: the bits of shards may come in any order, and with gaps.
    Status check_no_overlap() const {
        std::vector<uint32_t> order;
        for (uint32_t shard = 0; shard < shards_; ++shard) {
            if (table_.places[shard].size_bytes != 0) order.push_back(shard);
        }
        std::ranges::sort(order, {}, [&](uint32_t shard) { return table_.places[shard].offset; });
        for (size_t i = 1; i < order.size(); ++i) {
            const ShardPlace& before = table_.places[order[i - 1]];
            const ShardPlace& place = table_.places[order[i]];
            const uint64_t free = before.offset + before.size_bytes;
            if (place.offset >= free) continue;
            return error(entry_offset(order[i]),
                         fmt::format("found the bits of shard {} at {}, expected them apart from "
                                     "those of shard {}, which go from {} to {}",
                                     order[i], place.offset, order[i - 1], before.offset, free));
        }
        return {};
    }

    // Version 2: in order, without gaps, up to the hash of everything before it.
    Status check_end(uint64_t begin, uint64_t end) const {
        uint64_t offset = begin;
        for (uint32_t shard = 0; shard < shards_; ++shard) {
            const ShardPlace& place = table_.places[shard];
            if (place.offset != offset) {
                return error(entry_offset(shard),
                             fmt::format("found the set of shard {} at {}, expected it at {}",
                                         shard, place.offset, offset));
            }
            offset += place.size_bytes;
        }
        if (offset != end) {
            return error(offset, fmt::format("found {} bytes between the last set and the hash, "
                                             "expected none",
                                             end - offset));
        }
        const auto found = load<uint64_t>(&bytes_[end]);
        const uint64_t expected = short_content_hash(bytes_.first(end));
        if (found == expected) return {};
        return error(end, fmt::format("found the hash {:016x}, expected {:016x}, that of all bytes "
                                      "before it",
                                      found, expected));
    }

    std::span<const std::byte> bytes_;
    std::string_view file_;
    ByteCursor cursor_;
    BitmapTable table_;
    uint32_t shards_ = 0;
    uint64_t total_ = 0;
};

// ---- writing

template <class T>
void append_value(std::string& to, T value) {
    to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void append_big_endian(std::string& to, uint64_t value) {
    std::byte bytes[8];
    store_big_endian<8>(bytes, value);
    to.append(reinterpret_cast<const char*>(bytes), sizeof bytes);
}

}  // namespace

Result<BitmapTable> parse_bitmap_table(std::span<const std::byte> bytes, std::string_view file) {
    return TableReader(bytes, file).read();
}

Status check_size_alone(const BitmapTable& table, std::string_view file) {
    if (table.version == kDenseVersion || table.layout.total() <= kMostGamesAlone) return {};
    return fail(
        ErrorCode::Unsupported,
        fmt::format("{}, offset 16: found a bitmap of {} games, expected at most {} without "
                    "a corpus that has as many",
                    file, table.layout.total(), kMostGamesAlone));
}

BitmapTable make_bitmap_table(const BitmapLayout& layout, std::optional<ContentHash> corpus_id,
                              std::span<const uint64_t> set_bytes) {
    BitmapTable table{corpus_id ? kSparseVersion : kDenseVersion, layout, corpus_id, {}};
    uint64_t offset = table_end(table.version, layout.shard_count());
    for (const uint64_t size : set_bytes) {
        table.places.push_back({offset, size});
        offset += size;
    }
    return table;
}

std::string format_bitmap_table(const BitmapTable& table) {
    const bool is_sparse = table.version == kSparseVersion;
    std::string text(kBitmapMagic);
    append_value<uint32_t>(text, table.version);
    append_value<uint32_t>(text, table.layout.shard_count());
    append_value<uint64_t>(text, table.layout.total());
    if (is_sparse) {
        append_big_endian(text, table.corpus_id->high);
        append_big_endian(text, table.corpus_id->low);
    }
    append_value<uint64_t>(text, 0);
    for (uint32_t shard = 0; shard < table.layout.shard_count(); ++shard) {
        append_value<uint32_t>(text, shard);
        append_value<uint32_t>(text, table.layout.shard_games[shard]);
        append_value<uint64_t>(text, table.places[shard].offset);
        if (is_sparse) append_value<uint64_t>(text, table.places[shard].size_bytes);
    }
    return text;
}

uint64_t dense_file_bytes(const BitmapLayout& layout) {
    uint64_t size = table_end(kDenseVersion, layout.shard_count());
    for (const uint32_t games : layout.shard_games) size += dense_bytes(games);
    return size;
}

uint64_t sparse_file_bytes(const BitmapLayout& layout, uint64_t all_set_bytes) {
    return table_end(kSparseVersion, layout.shard_count()) + all_set_bytes + kHashBytes;
}

}  // namespace edge
