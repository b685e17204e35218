#include "query/collections/stored_set.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bitmap/bitmap_file.h"
#include "bitmap/bitmap_name.h"
#include "bitmap/bitmap_table.h"
#include "core/disk.h"
#include "core/mapped_file.h"
#include "core/parallel.h"
#include "corpus/bitmap_layout.h"
#include "corpus/collections.h"
#include "query/headers/name_aliases.h"
#include "query/lang/text.h"
#include "query/openings.h"
#include "query/query.h"
#include "query/scan/blocks.h"

namespace edge::query {

namespace {

// The collections that are being completed, each for the one before it.
using Trail = std::vector<std::string>;

Result<Expr> with_sets_of(Expr query, const corpus::Corpus& corpus, Trail& trail);

// Adds the answer about the games that the stored set does not cover.
Status complete(const corpus::Corpus& corpus, const corpus::CollectionFile& collection,
                uint32_t first_shard, Trail& trail, Bitmap& set) {
    Expr question = EDGE_TRY(question_of(collection));
    question = EDGE_TRY(with_sets_of(std::move(question), corpus, trail));
    const auto query = EDGE_TRY(Query::prepare(corpus, std::move(question)));
    const auto blocks = blocks_of(corpus);
    const auto begin = std::ranges::find_if(
        blocks, [first_shard](const Block& block) { return block.shard >= first_shard; });
    return find_games_of(query, {static_cast<size_t>(begin - blocks.begin()), blocks.size()},
                         {.threads = default_threads(), .on_progress = {}}, set);
}

struct FoundSet {
    Bitmap games;
    BitmapLayout covered;  // by the file
};

// Both of one file, as another may come in its place at any time.
Result<FoundSet> read_found(const std::string& path, const corpus::Corpus& corpus) {
    const auto file = EDGE_TRY(MappedFile::open(path));
    auto games = EDGE_TRY(parse_bitmap(file.bytes(), path, corpus::bitmap_corpus(corpus)));
    auto table = EDGE_TRY(parse_bitmap_table(file.bytes(), path));
    return FoundSet{std::move(games), std::move(table.layout)};
}

Result<Bitmap> read_set_of(const corpus::Corpus& corpus, std::string_view name, Trail& trail) {
    const NamedFile file = EDGE_TRY(resolve_bitmap_name(name, corpus.path(), kBitmapExtension));
    auto [set, covered] = EDGE_TRY(
        corpus.at(file.path, [&](const std::string& path) { return read_found(path, corpus); }));
    const std::string_view bare = name.substr(file.in_corpus ? 1 : 0);
    const bool covers_all = covered.shard_count() >= corpus.shard_count();
    if (covers_all || !file.in_corpus || !corpus::is_collection(corpus, bare)) {
        return std::move(set);
    }
    if (std::ranges::find(trail, bare) != trail.end()) {
        return fail(ErrorCode::Corrupt,
                    fmt::format("{}: the collection asks for itself through other sets",
                                corpus::collection_path(corpus, bare)));
    }
    const auto collection = EDGE_TRY(corpus::read_collection(corpus, bare));
    // Somebody has put another set in its place. (One that covers less was cut where shards were
    // joined.)
    const bool is_another =
        covered.total() >= collection.games && !corpus::has_its_games(corpus, collection, set);
    if (is_another) return std::move(set);
    trail.emplace_back(bare);
    EDGE_CHECK(complete(corpus, collection, covered.shard_count(), trail, set));
    trail.pop_back();
    return std::move(set);
}

Result<Expr> with_sets_of(Expr query, const corpus::Corpus& corpus, Trail& trail) {
    std::map<std::string, std::shared_ptr<const Bitmap>> read;
    EDGE_CHECK(for_each_set(query, [&](BitmapRef& ref) -> Status {
        if (ref.games != nullptr) return {};
        auto& games = read[ref.name];
        if (games == nullptr) {
            games = std::make_shared<const Bitmap>(EDGE_TRY(read_set_of(corpus, ref.name, trail)));
        }
        ref.games = games;
        return {};
    }));
    return query;
}

}  // namespace

Result<Bitmap> read_stored_set(const corpus::Corpus& corpus, std::string_view name) {
    Trail trail;
    return read_set_of(corpus, name, trail);
}

Result<Expr> with_stored_sets(Expr query, const corpus::Corpus& corpus) {
    Trail trail;
    return with_sets_of(std::move(query), corpus, trail);
}

Status write_stored_set(const corpus::Corpus& corpus, const Bitmap& games, std::string_view name,
                        const StoreOptions& options) {
    const NamedFile file = EDGE_TRY(resolve_bitmap_name(name, corpus.path(), kBitmapExtension));
    if (file.in_corpus) EDGE_CHECK(corpus.at(corpus.path(), create_bitmaps_folder));
    const bool may_be_sparse = file.in_corpus && !options.dense;
    EDGE_CHECK(corpus.at(file.path, [&](const std::string& path) {
        return write_bitmap(games, path, options.force,
                            may_be_sparse ? corpus::bitmap_corpus_id(corpus) : std::nullopt);
    }));
    if (!file.in_corpus) return {};
    return corpus.at(corpus::collection_path(corpus, name.substr(1)),
                     [](const std::string& path) { return remove_file(path); });
}

Result<Expr> question_of(const corpus::CollectionFile& collection) {
    Expr question = EDGE_TRY(parse_text(collection.query));
    question = collection.takes_aliases ? with_spellings(std::move(question), collection.names)
                                        : without_aliases(std::move(question));
    auto openings = std::make_shared<Openings>();
    for (const NamedPosition& named : collection.openings) {
        openings->add(named.position, named.opening);
    }
    return with_openings(std::move(question), std::move(openings));
}

}  // namespace edge::query
