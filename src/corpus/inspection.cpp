#include "corpus/inspection.h"

#include <algorithm>
#include <filesystem>

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
    std::vector<Edge> edges;
    tree.edges_of(kStartHash, edges);
    for (const Edge& edge : edges) inspection.start_games += edge.total;
    return inspection;
}

std::vector<BitmapInspection> inspect_bitmaps(const std::string& corpus_path) {
    std::vector<BitmapInspection> bitmaps;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(corpus_path + "/bitmaps", error)) {
        if (entry.path().extension() != ".bm") continue;
        bitmaps.push_back(
            {entry.path().stem().string(), file_bytes(entry.path().string()).value_or(0)});
    }
    std::ranges::sort(bitmaps, {}, &BitmapInspection::name);
    return bitmaps;
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
                                  shard.extra_bytes.value_or(0);
    }
    if (corpus.tree() != nullptr) {
        inspection.tree = inspect_tree(*corpus.tree());
        inspection.total_bytes += inspection.tree->bytes;
    }
    inspection.bitmaps = inspect_bitmaps(corpus.path());
    for (const BitmapInspection& bitmap : inspection.bitmaps)
        inspection.total_bytes += bitmap.bytes;
    return inspection;
}

}  // namespace edge::corpus
