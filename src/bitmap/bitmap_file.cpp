#include "bitmap/bitmap_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <utility>

#include "bitmap/roaring_reader.h"
#include "bitmap/roaring_writer.h"
#include "core/atomic_file.h"
#include "core/byte_order.h"
#include "core/damage.h"
#include "core/file_start.h"
#include "core/mapped_file.h"

namespace edge {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kSparseShare = 8;  // version 2 takes at most this part of version 1

using Bytes = std::span<const std::byte>;

// ---- reading

// Bits of the last byte stand for no games and are zero.
Status check_last_byte(std::byte last_byte, uint64_t offset, uint32_t games, uint32_t shard,
                       std::string_view file) {
    const uint32_t used = games % 8;
    const auto last = std::to_integer<uint32_t>(last_byte);
    if (used == 0 || last >> used == 0) return {};
    return corrupt(file, offset,
                   fmt::format("found byte {:#04x}, expected zeros from bit {} up, beyond the last "
                               "game of shard {}",
                               last, used, shard));
}

Status read_dense_shard(Bytes bytes, const BitmapTable& table, uint32_t shard,
                        std::string_view file, std::span<uint64_t> words) {
    const ShardPlace place = table.places[shard];
    if (place.size_bytes == 0) return {};
    std::memcpy(words.data(), &bytes[place.offset], place.size_bytes);
    const std::byte last = std::as_bytes(words)[place.size_bytes - 1];
    return check_last_byte(last, place.offset + place.size_bytes - 1,
                           table.layout.shard_games[shard], shard, file);
}

roaring::SetBytes sparse_shard(Bytes bytes, const BitmapTable& table, uint32_t shard,
                               std::string_view file) {
    const ShardPlace place = table.places[shard];
    return {bytes.subspan(place.offset, place.size_bytes), file, place.offset};
}

// `layout` is that of the table, or one that it can grow into, or that can grow into it.
Result<Bitmap> read_sets(Bytes bytes, const BitmapTable& table, const BitmapLayout& layout,
                         std::string_view file) {
    Bitmap bitmap(layout);
    const uint32_t shards = std::min(table.layout.shard_count(), layout.shard_count());
    for (uint32_t shard = 0; shard < shards; ++shard) {
        const std::span<uint64_t> words = bitmap.words_of(shard);
        if (table.version == kDenseVersion) {
            EDGE_CHECK(read_dense_shard(bytes, table, shard, file, words));
        } else if (table.places[shard].size_bytes != 0) {
            EDGE_TRY(roaring::read_set(sparse_shard(bytes, table, shard, file),
                                       table.layout.shard_games[shard], words));
        }
    }
    return bitmap;
}

Result<uint64_t> count_dense_shard(Bytes bytes, const BitmapTable& table, uint32_t shard,
                                   std::string_view file) {
    const ShardPlace place = table.places[shard];
    if (place.size_bytes == 0) return 0;
    const Bytes bits = bytes.subspan(place.offset, place.size_bytes);
    EDGE_CHECK(check_last_byte(bits.back(), place.offset + place.size_bytes - 1,
                               table.layout.shard_games[shard], shard, file));
    uint64_t games = 0;
    size_t at = 0;
    for (; bits.size() - at >= 8; at += 8) {
        games += static_cast<uint64_t>(std::popcount(load<uint64_t>(&bits[at])));
    }
    for (; at < bits.size(); ++at) {
        games += static_cast<uint64_t>(std::popcount(std::to_integer<uint32_t>(bits[at])));
    }
    return games;
}

Status check_corpus(const std::optional<ContentHash>& corpus_id, const BitmapLayout& layout,
                    const BitmapCorpus& corpus, std::string_view file) {
    if (corpus_id && corpus_id != corpus.id) {
        const std::string wanted = corpus.id ? to_hex(*corpus.id) : "which has no corpus_id";
        return fail(ErrorCode::Unsupported,
                    fmt::format("{}: found a bitmap of the corpus {}, expected one of this corpus, "
                                "{}",
                                file, to_hex(*corpus_id), wanted));
    }
    if (!can_grow_into(layout, corpus.layout) && !can_grow_into(corpus.layout, layout)) {
        return fail(ErrorCode::Unsupported,
                    fmt::format("{}: the bitmap is {}: they differ in {}", file,
                                corpus_id ? "of this corpus when it had other shards"
                                          : "not one of this corpus",
                                *first_difference(layout, corpus.layout)));
    }
    return {};
}

// ---- writing

// A mistyped output name must not overwrite a PGN file or a part of a corpus. A bitmap that is
// damaged after its magic may be replaced.
Status check_replaceable(const fs::path& path) {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return {};
    if (file_start(path, kBitmapMagic.size()) == kBitmapMagic) return {};
    return fail(ErrorCode::Io,
                fmt::format("{} is not a bitmap, so it is not replaced by one", path.string()));
}

// The bytes of a shard's bits in the file: the words as they are in memory.
std::string_view bits_of(const Bitmap& bitmap, uint32_t shard) {
    return {reinterpret_cast<const char*>(bitmap.words_of(shard).data()),
            static_cast<size_t>(dense_bytes(bitmap.layout().shard_games[shard]))};
}

std::string dense_table(const BitmapLayout& layout) {
    std::vector<uint64_t> sizes;
    sizes.reserve(layout.shard_count());
    for (const uint32_t games : layout.shard_games) sizes.push_back(dense_bytes(games));
    return format_bitmap_table(make_bitmap_table(layout, std::nullopt, sizes));
}

// Nothing stands for a set without games.
std::string sparse_set(const Bitmap& bitmap, uint32_t shard) {
    if (bitmap.count(shard) == 0) return {};
    return roaring::format_set(bitmap.words_of(shard));
}

}  // namespace

Result<Bitmap> parse_bitmap(Bytes bytes, std::string_view file) {
    const BitmapTable table = EDGE_TRY(parse_bitmap_table(bytes, file));
    EDGE_CHECK(check_size_alone(table, file));
    return read_sets(bytes, table, table.layout, file);
}

Result<Bitmap> parse_bitmap(Bytes bytes, std::string_view file, const BitmapCorpus& corpus) {
    const BitmapTable table = EDGE_TRY(parse_bitmap_table(bytes, file));
    EDGE_CHECK(check_corpus(table.corpus_id, table.layout, corpus, file));
    return read_sets(bytes, table, corpus.layout, file);
}

Result<Bitmap> read_bitmap(const fs::path& path) {
    const MappedFile file = EDGE_TRY(MappedFile::open(path));
    return parse_bitmap(file.bytes(), path.string());
}

Result<Bitmap> read_bitmap(const fs::path& path, const BitmapCorpus& corpus) {
    const MappedFile file = EDGE_TRY(MappedFile::open(path));
    return parse_bitmap(file.bytes(), path.string(), corpus);
}

uint64_t BitmapSummary::total_set() const {
    return std::accumulate(games_set.begin(), games_set.end(), uint64_t{0});
}

Result<BitmapSummary> summarize_bitmap(Bytes bytes, std::string_view file) {
    BitmapTable table = EDGE_TRY(parse_bitmap_table(bytes, file));
    BitmapSummary summary{.version = table.version,
                          .bytes = bytes.size(),
                          .regular_bytes = bytes.size(),
                          .corpus_id = table.corpus_id,
                          .layout = {},
                          .games_set = {}};
    for (uint32_t shard = 0; shard < table.layout.shard_count(); ++shard) {
        uint64_t& games = summary.games_set.emplace_back(0);
        if (table.version == kDenseVersion) {
            games = EDGE_TRY(count_dense_shard(bytes, table, shard, file));
        } else if (table.places[shard].size_bytes != 0) {
            games = EDGE_TRY(roaring::count_set(sparse_shard(bytes, table, shard, file),
                                                table.layout.shard_games[shard]));
        }
    }
    if (table.version == kDenseVersion) summary.regular_bytes = dense_file_bytes(table.layout);
    summary.layout = std::move(table.layout);
    return summary;
}

Result<BitmapSummary> read_bitmap_summary(const fs::path& path) {
    const MappedFile file = EDGE_TRY(MappedFile::open(path));
    return summarize_bitmap(file.bytes(), path.string());
}

Status fit_to_corpus(BitmapSummary& summary, const BitmapCorpus& corpus, std::string_view file) {
    EDGE_CHECK(check_corpus(summary.corpus_id, summary.layout, corpus, file));
    summary.layout = corpus.layout;
    summary.games_set.resize(corpus.layout.shard_count());
    return {};
}

std::string format_dense_bitmap(const Bitmap& bitmap) {
    std::string text = dense_table(bitmap.layout());
    for (uint32_t shard = 0; shard < bitmap.shard_count(); ++shard) text += bits_of(bitmap, shard);
    return text;
}

std::string format_sparse_bitmap(const Bitmap& bitmap, const ContentHash& corpus_id) {
    std::string sets;
    std::vector<uint64_t> sizes;
    for (uint32_t shard = 0; shard < bitmap.shard_count(); ++shard) {
        const std::string set = sparse_set(bitmap, shard);
        sizes.push_back(set.size());
        sets += set;
    }
    std::string text = format_bitmap_table(make_bitmap_table(bitmap.layout(), corpus_id, sizes));
    text += sets;
    const uint64_t hash = short_content_hash(std::as_bytes(std::span(text)));
    text.append(reinterpret_cast<const char*>(&hash), sizeof hash);
    return text;
}

bool is_sparse_enough(const BitmapLayout& layout, uint64_t sparse_bytes) {
    return sparse_bytes <= dense_file_bytes(layout) / kSparseShare;
}

uint64_t sparse_bytes(const Bitmap& bitmap) {
    uint64_t sets = 0;
    for (uint32_t shard = 0; shard < bitmap.shard_count(); ++shard) {
        if (bitmap.count(shard) != 0) sets += roaring::set_bytes(bitmap.words_of(shard));
    }
    return sparse_file_bytes(bitmap.layout(), sets);
}

Status write_bitmap(const Bitmap& bitmap, const fs::path& path, bool overwrite,
                    const std::optional<ContentHash>& sparse_for) {
    if (overwrite) EDGE_CHECK(check_replaceable(path));
    AtomicFile output = EDGE_TRY(AtomicFile::create(path, overwrite));
    if (sparse_for && is_sparse_enough(bitmap.layout(), sparse_bytes(bitmap))) {
        EDGE_CHECK(output.file().append(format_sparse_bitmap(bitmap, *sparse_for)));
        return output.commit();
    }
    EDGE_CHECK(output.file().append(dense_table(bitmap.layout())));
    for (uint32_t shard = 0; shard < bitmap.shard_count(); ++shard) {
        EDGE_CHECK(output.file().append(bits_of(bitmap, shard)));
    }
    return output.commit();
}

}  // namespace edge
