#include "corpus/collections.h"

#include <span>
#include <utility>

#include <fmt/format.h>

#include "bitmap/bitmap_file.h"
#include "bitmap/bitmap_name.h"
#include "core/mapped_file.h"

namespace edge::corpus {
namespace {

std::string path_of(const Corpus& corpus, std::string_view name, std::string_view extension) {
    return fmt::format("{}/bitmaps/{}{}", corpus.path(), name, extension);
}

}  // namespace

std::string collection_path(const Corpus& corpus, std::string_view name) {
    return path_of(corpus, name, kCollectionExtension);
}

std::string set_path(const Corpus& corpus, std::string_view name) {
    return path_of(corpus, name, kBitmapExtension);
}

std::vector<std::string> collection_names(const Corpus& corpus) {
    std::vector<std::string> names;
    for (std::string& name :
         list_bitmap_names(corpus.lasting_path(corpus.path()), kCollectionExtension)) {
        if (check_bitmap_name(name)) names.push_back(std::move(name));
    }
    return names;
}

bool is_collection(const Corpus& corpus, std::string_view name) {
    return corpus.directory().exists(fmt::format("bitmaps/{}{}", name, kCollectionExtension));
}

Result<CollectionFile> read_collection(const Corpus& corpus, std::string_view name) {
    const std::string path = collection_path(corpus, name);
    const auto file = EDGE_TRY(
        corpus.at(path, [](const std::string& lasting) { return MappedFile::open(lasting); }));
    return parse_collection(file.text(), path);
}

std::set<std::string> with_sources(const Corpus& corpus, std::vector<std::string> names) {
    std::set<std::string> seen;
    while (!names.empty()) {
        const std::string name = std::move(names.back());
        names.pop_back();
        if (!seen.insert(name).second || !name.starts_with('@')) continue;
        const std::string_view bare = std::string_view(name).substr(1);
        if (!is_collection(corpus, bare)) continue;
        const auto collection = read_collection(corpus, bare);
        if (!collection) continue;
        for (const CollectionSource& source : collection->sources) names.push_back(source.name);
    }
    return seen;
}

ContentHash hash_of_games(const Corpus& corpus, const Bitmap& set, uint64_t games) {
    BlockHasher hasher;
    std::vector<uint64_t> ids;
    for (uint32_t shard = 0; shard < set.shard_count() && corpus.first_id(shard) < games; ++shard) {
        ids.clear();
        set.for_each(shard, [&](uint32_t game) {
            const uint64_t id = corpus.first_id(shard) + game;
            if (id < games) ids.push_back(id);
        });
        hasher.append(std::as_bytes(std::span(ids)));
    }
    return hasher.hash();
}

bool has_its_games(const Corpus& corpus, const CollectionFile& collection, const Bitmap& set) {
    return collection.games > corpus.game_count() ||
           hash_of_games(corpus, set, collection.games) == collection.games_hash;
}

}  // namespace edge::corpus
