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

// What is read for one query, with the sets that its collections need.
struct Reading {
    std::vector<std::string> trail;  // the collections being completed, each for the one before it
    std::map<std::string, std::shared_ptr<const Bitmap>> sets;  // by name
};

Result<Expr> with_sets_of(Expr query, const corpus::Corpus& corpus, Reading& reading);

// Adds the answer about the games that the stored set does not cover.
Status complete(const corpus::Corpus& corpus, const corpus::CollectionFile& collection,
                uint32_t first_shard, Reading& reading, Bitmap& set) {
    Expr question = EDGE_TRY(question_of(collection));
    question = EDGE_TRY(with_sets_of(std::move(question), corpus, reading));
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

// The set of a collection that does not cover all games of the corpus.
Result<Bitmap> completed(const corpus::Corpus& corpus, std::string_view name, FoundSet found,
                         const corpus::CollectionFile& collection, Reading& reading) {
    if (std::ranges::find(reading.trail, name) != reading.trail.end()) {
        return fail(ErrorCode::Corrupt,
                    fmt::format("{}: the collection refers to itself through other sets",
                                corpus::collection_path(corpus, name)));
    }
    // Somebody has put another set in its place. (One that covers less was cut where shards were
    // joined.)
    const bool is_another = found.covered.total() >= collection.games &&
                            !corpus::has_its_games(corpus, collection, found.games);
    if (is_another) return std::move(found.games);
    reading.trail.emplace_back(name);
    EDGE_CHECK(complete(corpus, collection, found.covered.shard_count(), reading, found.games));
    reading.trail.pop_back();
    return std::move(found.games);
}

Result<Bitmap> read_set_of(const corpus::Corpus& corpus, std::string_view name, Reading& reading) {
    const NamedFile file = EDGE_TRY(resolve_bitmap_name(name, corpus.path(), kBitmapExtension));
    const auto read = [&] {
        return corpus.at(file.path,
                         [&](const std::string& path) { return read_found(path, corpus); });
    };
    const std::string_view bare = name.substr(file.in_corpus ? 1 : 0);
    if (!file.in_corpus || !corpus::is_collection(corpus, bare)) {
        return std::move(EDGE_TRY(read()).games);
    }
    // The set and its query are two files, so that both can come from a change in between: the
    // query is read before and after the set, until it is the same.
    constexpr int kMostReads = 100;
    for (int i = 0; i < kMostReads; ++i) {
        const auto before = corpus::read_collection(corpus, bare);
        auto found = EDGE_TRY(read());
        if (found.covered.shard_count() >= corpus.shard_count()) return std::move(found.games);
        const auto collection = EDGE_TRY(corpus::read_collection(corpus, bare));
        if (!before || before->games_hash != collection.games_hash ||
            corpus::question_hash(*before) != corpus::question_hash(collection)) {
            continue;
        }
        return completed(corpus, bare, std::move(found), collection, reading);
    }
    return fail(ErrorCode::Busy, fmt::format("{} is being changed", name));
}

Result<Expr> with_sets_of(Expr query, const corpus::Corpus& corpus, Reading& reading) {
    EDGE_CHECK(for_each_set(query, [&](BitmapRef& ref) -> Status {
        if (ref.games != nullptr) return {};
        const auto known = reading.sets.find(ref.name);
        if (known != reading.sets.end()) {
            ref.games = known->second;
            return {};
        }
        ref.games =
            std::make_shared<const Bitmap>(EDGE_TRY(read_set_of(corpus, ref.name, reading)));
        reading.sets.emplace(ref.name, ref.games);
        return {};
    }));
    return query;
}

}  // namespace

Result<Bitmap> read_stored_set(const corpus::Corpus& corpus, std::string_view name) {
    Reading reading;
    return read_set_of(corpus, name, reading);
}

Result<Expr> with_stored_sets(Expr query, const corpus::Corpus& corpus) {
    Reading reading;
    return with_sets_of(std::move(query), corpus, reading);
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
    if (!file.in_corpus || options.is_collection) return {};
    return corpus.at(corpus::collection_path(corpus, name.substr(1)),
                     [](const std::string& path) { return remove_file(path); });
}

Result<Expr> parse_question(const corpus::CollectionFile& collection) {
    Expr question = EDGE_TRY(parse_text(collection.query));
    EDGE_CHECK(for_each_set(question, [&](const BitmapRef& ref) -> Status {
        const auto is_it = [&ref](const auto& source) { return source.name == ref.name; };
        if (std::ranges::any_of(collection.sources, is_it)) return {};
        return fail(ErrorCode::Corrupt,
                    fmt::format("the query of a collection names {}, which is not in its list of "
                                "sets",
                                ref.name));
    }));
    if (!collection.takes_aliases) question = without_aliases(std::move(question));
    return question;
}

Result<Expr> question_of(const corpus::CollectionFile& collection) {
    Expr question = EDGE_TRY(parse_question(collection));
    if (collection.takes_aliases) question = with_spellings(std::move(question), collection.names);
    auto openings = std::make_shared<Openings>();
    for (const NamedPosition& named : collection.openings) {
        openings->add(named.position, named.opening);
    }
    return with_openings(std::move(question), std::move(openings));
}

}  // namespace edge::query
