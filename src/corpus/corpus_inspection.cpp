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

ShardInspection inspect_shard(const Corpus& corpus, uint32_t number) {
    const Shard& shard = corpus.shard(number);
    return {.games = shard.game_count(),
            .plies = shard.move_count(),
            .names = shard.name_count(),
            .moves_bytes = shard.moves_bytes().size(),
            .index_bytes = shard.index_bytes().size(),
            .dict_bytes = shard.dict_text().size(),
            .cols_bytes = shard.columns() == nullptr ? std::nullopt
                                                     : std::optional(shard.cols_bytes().size()),
            .extra_bytes = corpus.directory().file_bytes(fmt::format("shards/{}.extra", number))};
}

void add_tree(const Tree& tree, TreeInspection& inspection) {
    inspection.edges += tree.edge_count();
    inspection.buckets += tree.bucket_count();
    inspection.bytes += tree.bytes().size();
    for (uint32_t bucket = 0; bucket < tree.bucket_count(); ++bucket) {
        const uint32_t low = tree.bucket_start(bucket);
        const uint32_t high = tree.bucket_start(bucket + 1);
        inspection.empty_buckets += low == high;
        if (high > low) inspection.largest_bucket = std::max(inspection.largest_bucket, high - low);
    }
    std::vector<uint64_t> numbers;
    tree.numbers_of(kStartHash, numbers);
    for (const uint64_t number : numbers) inspection.start_games += tree.edge(number).total;
}

TreeInspection inspect_tree(const Corpus& corpus) {
    TreeInspection inspection;
    if (corpus.has_tree_games()) inspection.games = TreeInspection::Games{};
    for (const TreeSegment& segment : corpus.tree_segments()) {
        const Tree& tree = segment.tree;
        add_tree(tree, inspection);
        inspection.segments.push_back({.file = fs::path(tree.path()).filename().string(),
                                       .first_game = segment.first_game,
                                       .edges = tree.edge_count(),
                                       .bytes = tree.bytes().size()});
        if (!inspection.games) continue;
        inspection.games->lists += segment.games->list_count();
        inspection.games->bytes += segment.games->bytes().size();
    }
    return inspection;
}

BitmapInspection inspect_bitmap(const Corpus& corpus, const BitmapCorpus& identity,
                                const std::string& name) {
    const std::string path = fmt::format("{}/bitmaps/{}{}", corpus.path(), name, kBitmapExtension);
    BitmapInspection inspection{
        .name = name,
        .path = path,
        .bytes = file_bytes(corpus.lasting_path(path)).value_or(0),
    };
    auto bitmap =
        corpus.at(path, [](const std::string& file) { return read_bitmap_summary(file); });
    if (!bitmap) {
        inspection.error = bitmap.error().message;
        return inspection;
    }
    inspection.version = bitmap->version;
    inspection.regular_bytes = bitmap->regular_bytes;
    if (const Status fits = fit_to_corpus(*bitmap, identity, path); !fits) {
        inspection.error = fits.error().message;
        return inspection;
    }
    inspection.games_set = bitmap->total_set();
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
    inspection.total_bytes = corpus.directory().file_bytes("meta").value_or(0);
    for (uint32_t i = 0; i < corpus.shard_count(); ++i) {
        const ShardInspection& shard = inspection.shards.emplace_back(inspect_shard(corpus, i));
        inspection.total_bytes += shard.moves_bytes + shard.index_bytes + shard.dict_bytes +
                                  shard.cols_bytes.value_or(0) + shard.extra_bytes.value_or(0);
    }
    if (corpus.has_tree()) inspection.tree = inspect_tree(corpus);
    for (const TreeSegment& segment : corpus.tree_segments()) {
        inspection.total_bytes += segment.tree.bytes().size();
        if (segment.games) inspection.total_bytes += segment.games->bytes().size();
    }
    inspection.bitmaps = inspect_bitmaps(corpus);
    for (const BitmapInspection& bitmap : inspection.bitmaps)
        inspection.total_bytes += bitmap.bytes;
    return inspection;
}

std::vector<BitmapInspection> inspect_bitmaps(const Corpus& corpus) {
    std::vector<BitmapInspection> bitmaps;
    const BitmapCorpus identity = bitmap_corpus(corpus);
    for (const std::string& name :
         list_bitmap_names(corpus.lasting_path(corpus.path()), kBitmapExtension)) {
        bitmaps.push_back(inspect_bitmap(corpus, identity, name));
    }
    return bitmaps;
}

}  // namespace edge::corpus
