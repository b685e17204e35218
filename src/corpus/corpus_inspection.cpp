#include "corpus/corpus_inspection.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "bitmap/bitmap_file.h"
#include "bitmap/bitmap_name.h"
#include "corpus/bitmap_layout.h"

namespace edge::corpus {
namespace {

namespace fs = std::filesystem;

std::optional<uint64_t> file_bytes(const std::string& path) {
    std::error_code error;
    const uint64_t size = fs::file_size(path, error);
    return error ? std::nullopt : std::optional(size);
}

ShardInspection inspect_shard(const Shard& shard) {
    return {.games = shard.game_count(),
            .plies = shard.move_count(),
            .names = shard.name_count(),
            .moves_bytes = shard.moves_bytes().size(),
            .index_bytes = shard.index_bytes().size(),
            .dict_bytes = shard.dict_text().size(),
            .cols_bytes = file_bytes(shard.cols_path()),
            .extra_bytes = file_bytes(shard.extra_path())};
}

TreeInspection inspect_tree(const Tree& tree) {
    TreeInspection inspection;
    inspection.edges = tree.edge_count();
    inspection.buckets = tree.bucket_count();
    inspection.bytes = tree.bytes().size();
    for (uint32_t bucket = 0; bucket < tree.bucket_count(); ++bucket) {
        const uint32_t low = tree.bucket_start(bucket);
        const uint32_t high = tree.bucket_start(bucket + 1);
        inspection.empty_buckets += low == high;
        if (high > low) inspection.largest_bucket = std::max(inspection.largest_bucket, high - low);
    }
    std::vector<uint64_t> numbers;
    tree.numbers_of(kStartHash, numbers);
    for (const uint64_t number : numbers) inspection.start_games += tree.edge(number).total;
    return inspection;
}

BitmapInspection inspect_bitmap(const std::string& corpus_path, const BitmapLayout& layout,
                                const std::string& name) {
    const std::string path = fmt::format("{}/bitmaps/{}{}", corpus_path, name, kBitmapExtension);
    BitmapInspection inspection{.name = name, .path = path, .bytes = file_bytes(path).value_or(0)};
    const auto bitmap = read_bitmap(path, layout);
    if (!bitmap) {
        inspection.error = bitmap.error().message;
        return inspection;
    }
    inspection.games_set = bitmap->count();
    if (const Status named = check_bitmap_name(name); !named) {
        inspection.error = fmt::format("{}: {}", path, named.error().message);
    }
    return inspection;
}

}  // namespace

Inspection inspect(const Corpus& corpus) {
    Inspection inspection;
    inspection.path = corpus.path();
    inspection.meta = corpus.meta();
    inspection.warnings = corpus.warnings();
    inspection.total_bytes = file_bytes(corpus.path() + "/meta").value_or(0);
    for (uint32_t i = 0; i < corpus.shard_count(); ++i) {
        const ShardInspection& shard =
            inspection.shards.emplace_back(inspect_shard(corpus.shard(i)));
        inspection.total_bytes += shard.moves_bytes + shard.index_bytes + shard.dict_bytes +
                                  shard.cols_bytes.value_or(0) + shard.extra_bytes.value_or(0);
    }
    if (corpus.tree() != nullptr) {
        inspection.tree = inspect_tree(*corpus.tree());
        inspection.total_bytes += inspection.tree->bytes;
        if (const TreeGames* games = corpus.tree_games()) {
            inspection.tree->games = {games->list_count(), games->bytes().size()};
            inspection.total_bytes += games->bytes().size();
        }
    }
    inspection.bitmaps = inspect_bitmaps(corpus);
    for (const BitmapInspection& bitmap : inspection.bitmaps)
        inspection.total_bytes += bitmap.bytes;
    return inspection;
}

std::vector<BitmapInspection> inspect_bitmaps(const Corpus& corpus) {
    std::vector<BitmapInspection> bitmaps;
    const BitmapLayout layout = bitmap_layout(corpus);
    for (const std::string& name : list_bitmap_names(corpus.path(), kBitmapExtension)) {
        bitmaps.push_back(inspect_bitmap(corpus.path(), layout, name));
    }
    return bitmaps;
}

}  // namespace edge::corpus
