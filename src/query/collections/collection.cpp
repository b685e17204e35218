#include "query/collections/collection.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "bitmap/bitmap_file.h"
#include "bitmap/bitmap_name.h"
#include "bitmap/bitmap_table.h"
#include "core/atomic_file.h"
#include "core/disk.h"
#include "core/mapped_file.h"
#include "core/utc_stamp.h"
#include "corpus/bitmap_layout.h"
#include "corpus/collections.h"
#include "query/headers/name_aliases.h"
#include "query/lang/text.h"
#include "query/openings.h"

namespace edge::query {

using corpus::CollectionFile;
using corpus::CollectionSource;

namespace {

Status check_known(const corpus::Corpus& corpus, std::string_view name) {
    EDGE_CHECK(check_bitmap_name(name));
    if (corpus::is_collection(corpus, name)) return {};
    const bool is_set =
        corpus.directory().exists(fmt::format("bitmaps/{}{}", name, kBitmapExtension));
    return fail(ErrorCode::NotFound,
                fmt::format("@{} is not a collection of {}{}", name, corpus.path(),
                            is_set ? ", but a set without a query" : ""));
}

// The names of the sets that a question refers to, sorted and each once.
std::vector<std::string> sources_of(const Expr& question) {
    std::set<std::string> names;
    (void)for_each_set(question, [&](const BitmapRef& ref) -> Status {
        names.insert(ref.name);
        return {};
    });
    return {names.begin(), names.end()};
}

std::vector<std::string> sources_of(const CollectionFile& collection) {
    std::vector<std::string> names;
    names.reserve(collection.sources.size());
    for (const CollectionSource& source : collection.sources) names.push_back(source.name);
    return names;
}

// What a set that another collection refers to is: a question, or just games.
Result<ContentHash> hash_of_source(const corpus::Corpus& corpus, const std::string& name) {
    const Bitmap set = EDGE_TRY(read_stored_set(corpus, name));
    const std::string bare = name.substr(1);
    if (corpus::is_collection(corpus, bare)) {
        const auto collection = EDGE_TRY(corpus::read_collection(corpus, bare));
        if (corpus::has_its_games(corpus, collection, set)) {
            return corpus::question_hash(collection);
        }
    }
    return corpus::hash_of_games(corpus, set, corpus.game_count());
}

// The positions that the opening() of a question mean, in the order of the table.
Result<std::vector<NamedPosition>> openings_of(const Expr& question) {
    std::vector<NamedPosition> meant;
    std::set<uint64_t> known;
    const auto add = [&](const OpeningTest& test) -> Status {
        if (test.names == nullptr) return no_openings("opening()");
        for (const uint32_t number : EDGE_TRY(find_openings(*test.names, test.text))) {
            const NamedPosition& named = test.names->all()[number];
            if (known.insert(named.position.hash()).second) meant.push_back(named);
        }
        return {};
    };
    EDGE_CHECK(for_each_opening(question, add));
    return meant;
}

bool are_same(const std::vector<NamedPosition>& a, const std::vector<NamedPosition>& b) {
    return std::ranges::equal(a, b, [](const NamedPosition& x, const NamedPosition& y) {
        return x.position.same_position(y.position) && x.opening == y.opening;
    });
}

std::vector<std::vector<std::string>> names_of(const Expr& question) {
    std::vector<std::vector<std::string>> names;
    for (const NameAliases& aliases : aliases_in(question)) {
        auto& spellings = names.emplace_back(std::vector{aliases.name});
        spellings.insert(spellings.end(), aliases.others.begin(), aliases.others.end());
    }
    return names;
}

// ---- what has changed

class Staleness {
public:
    Staleness(const corpus::Corpus& corpus, const Openings* openings)
        : corpus_(corpus), openings_(openings) {}

    Result<std::vector<std::string>> of(const std::string& name, const CollectionFile& collection,
                                        const Bitmap& set);
    // After a change of a collection.
    void forget() { known_.clear(); }

private:
    Result<std::vector<std::string>> find(const CollectionFile& collection, const Bitmap& set);
    Status compare_names(const CollectionFile& collection, std::vector<std::string>& reasons) const;
    Status compare_openings(const CollectionFile& collection,
                            std::vector<std::string>& reasons) const;
    Status compare_source(const CollectionSource& source, std::vector<std::string>& reasons);

    const corpus::Corpus& corpus_;
    const Openings* openings_;
    // By name; of one that is looked at, that it refers to itself.
    std::map<std::string, std::vector<std::string>> known_;
};

Result<std::vector<std::string>> Staleness::of(const std::string& name,
                                               const CollectionFile& collection,
                                               const Bitmap& set) {
    const auto [known, is_new] = known_.try_emplace(
        name, std::vector<std::string>{"it refers to itself through other sets"});
    if (!is_new) return known->second;
    auto reasons = find(collection, set);
    if (reasons) known_[name] = *reasons;
    return reasons;
}

Result<std::vector<std::string>> Staleness::find(const CollectionFile& collection,
                                                 const Bitmap& set) {
    std::vector<std::string> reasons;
    if (!corpus::has_its_games(corpus_, collection, set)) {
        reasons.emplace_back("its set was replaced");
    }
    EDGE_CHECK(compare_names(collection, reasons));
    EDGE_CHECK(compare_openings(collection, reasons));
    for (const CollectionSource& source : collection.sources) {
        EDGE_CHECK(compare_source(source, reasons));
    }
    return reasons;
}

Status Staleness::compare_names(const CollectionFile& collection,
                                std::vector<std::string>& reasons) const {
    if (!collection.takes_aliases) return {};
    Expr question = EDGE_TRY(parse_text(collection.query));
    const Expr now = EDGE_TRY(with_aliases(std::move(question), corpus_));
    if (names_of(now) != collection.names) {
        reasons.emplace_back("players.tsv has other spellings of its names");
    }
    return {};
}

Status Staleness::compare_openings(const CollectionFile& collection,
                                   std::vector<std::string>& reasons) const {
    if (openings_ == nullptr || collection.openings.empty()) return {};
    const std::shared_ptr<const Openings> borrowed(openings_, [](const Openings*) {});
    Expr question = EDGE_TRY(parse_text(collection.query));
    const auto now = openings_of(with_openings(std::move(question), borrowed));
    if (!now || !are_same(*now, collection.openings)) {
        reasons.emplace_back("other positions have the names of its openings");
    }
    return {};
}

Status Staleness::compare_source(const CollectionSource& source,
                                 std::vector<std::string>& reasons) {
    const auto hash = hash_of_source(corpus_, source.name);
    if (!hash && hash.error().code == ErrorCode::NotFound) {
        reasons.push_back(fmt::format("{} is gone", source.name));
        return {};
    }
    EDGE_CHECK(hash);
    if (*hash != source.hash) {
        reasons.push_back(fmt::format("{} has changed", source.name));
        return {};
    }
    const std::string bare = source.name.substr(1);
    if (!corpus::is_collection(corpus_, bare)) return {};
    const auto collection = EDGE_TRY(corpus::read_collection(corpus_, bare));
    const Bitmap set = EDGE_TRY(read_stored_set(corpus_, source.name));
    if (!EDGE_TRY(of(bare, collection, set)).empty()) {
        reasons.push_back(fmt::format("{} is stale", source.name));
    }
    return {};
}

CollectionState inspect(const corpus::Corpus& corpus, const std::string& name,
                        Staleness& staleness) {
    CollectionState state{.name = name};
    const auto read = [&]() -> Status {
        const auto collection = EDGE_TRY(corpus::read_collection(corpus, name));
        state.query = collection.query;
        state.takes_aliases = collection.takes_aliases;
        state.made_at = collection.made_at;
        state.refers_to = sources_of(collection);
        const Bitmap set = EDGE_TRY(read_stored_set(corpus, fmt::format("@{}", name)));
        state.games = set.count();
        state.stale = EDGE_TRY(staleness.of(name, collection, set));
        return {};
    };
    if (const Status is_read = read(); !is_read) state.error = is_read.error().message;
    return state;
}

// ---- writing

Result<CollectionFile> file_of(const Query& query, const Bitmap& games) {
    const corpus::Corpus& corpus = query.corpus();
    CollectionFile file{.query = query.text(),
                        .takes_aliases = !has_spellings(query.expr()),
                        .names = names_of(query.expr()),
                        .openings = EDGE_TRY(openings_of(query.expr())),
                        .sources = {},
                        .games = corpus.game_count(),
                        .games_hash = corpus::hash_of_games(corpus, games, corpus.game_count()),
                        .made_at = utc_stamp()};
    for (const std::string& name : sources_of(query.expr())) {
        file.sources.push_back({name, EDGE_TRY(hash_of_source(corpus, name))});
    }
    return file;
}

// Whether the set was wanted in version 1: it is so few that it would have been version 2.
bool is_dense(const corpus::Corpus& corpus, std::string_view name) {
    return corpus
        .at(corpus::set_path(corpus, name),
            [](const std::string& path) -> Result<bool> {
                const auto file = EDGE_TRY(MappedFile::open(path));
                const auto set = EDGE_TRY(parse_bitmap(file.bytes(), path));
                const auto table = EDGE_TRY(parse_bitmap_table(file.bytes(), path));
                return table.version == kDenseVersion &&
                       is_sparse_enough(set.layout(), sparse_bytes(set));
            })
        .value_or(false);
}

// The set first, when all of the query is on the disk: as long as the query next to it is that of
// another set, the set counts as plain.
Status write_collection(const Query& query, const Bitmap& games, std::string_view name,
                        const StoreOptions& store) {
    const corpus::Corpus& corpus = query.corpus();
    const CollectionFile description = EDGE_TRY(file_of(query, games));
    const std::string text = EDGE_TRY(format_collection(description));
    StoreOptions with_query = store;
    with_query.is_collection = true;
    EDGE_CHECK(corpus.at(corpus.path(), create_bitmaps_folder));
    return corpus.at(corpus::collection_path(corpus, name), [&](const std::string& path) -> Status {
        auto file = EDGE_TRY(AtomicFile::create(path, true));
        EDGE_CHECK(file.file().append(text));
        EDGE_CHECK(file.seal());
        EDGE_CHECK(write_stored_set(corpus, games, fmt::format("@{}", name), with_query));
        return file.commit();
    });
}

// Asks collections again, each once.
class Refresher {
public:
    Refresher(const corpus::Corpus& corpus, const RefreshOptions& options)
        : corpus_(corpus), options_(options), staleness_(corpus, options.openings.get()) {}

    Status refresh(const std::string& name);

private:
    Status refresh_sources(const CollectionFile& collection);

    const corpus::Corpus& corpus_;
    const RefreshOptions& options_;
    Staleness staleness_;
    std::set<std::string> begun_;
};

Status Refresher::refresh_sources(const CollectionFile& collection) {
    for (const CollectionSource& source : collection.sources) {
        const std::string bare = source.name.substr(1);
        if (!corpus::is_collection(corpus_, bare)) continue;
        const auto state = inspect(corpus_, bare, staleness_);
        if (!state.stale.empty() || !state.error.empty()) EDGE_CHECK(refresh(bare));
    }
    return {};
}

Status Refresher::refresh(const std::string& name) {
    if (!begun_.insert(name).second) return {};
    const auto collection = EDGE_TRY(corpus::read_collection(corpus_, name));
    EDGE_CHECK(refresh_sources(collection));
    Expr question = EDGE_TRY(parse_question(collection));
    if (options_.openings != nullptr) {
        question = with_openings(std::move(question), options_.openings);
    }
    const auto query = EDGE_TRY(Query::prepare(corpus_, std::move(question)));
    EDGE_CHECK(check_collection(query, name));
    const Bitmap games = EDGE_TRY(find_games(query, options_.run));
    staleness_.forget();
    return write_collection(query, games, name, {.force = true, .dense = is_dense(corpus_, name)});
}

Status check_not_asked_for(const corpus::Corpus& corpus, const std::vector<std::string>& names) {
    for (const std::string& other : corpus::collection_names(corpus)) {
        if (std::ranges::find(names, other) != names.end()) continue;
        const auto collection = corpus::read_collection(corpus, other);
        if (!collection) continue;  // whatever it asked for
        for (const std::string& source : sources_of(*collection)) {
            if (std::ranges::find(names, source.substr(1)) == names.end()) continue;
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("{} cannot be deleted: the collection @{} refers to it", source,
                                    other));
        }
    }
    return {};
}

}  // namespace

Result<std::vector<CollectionState>> inspect_collections(const corpus::Corpus& corpus,
                                                         const std::vector<std::string>& names,
                                                         const Openings* openings) {
    Staleness staleness(corpus, openings);
    std::vector<CollectionState> states;
    states.reserve(names.size());
    for (const std::string& name : names) {
        EDGE_CHECK(check_known(corpus, name));
        states.push_back(inspect(corpus, name, staleness));
    }
    return states;
}

Status check_collection(const Query& query, std::string_view name) {
    EDGE_CHECK(check_bitmap_name(name));
    const corpus::Corpus& corpus = query.corpus();
    EDGE_CHECK(for_each_set(query.expr(), [&](const BitmapRef& ref) -> Status {
        if (ref.games == nullptr && ref.name.starts_with('@')) return {};
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{} is not a set of the corpus by its name; a collection can only "
                                "refer to sets such as @wins",
                                ref.name));
    }));
    const std::string own = fmt::format("@{}", name);
    if (!corpus::with_sources(corpus, sources_of(query.expr())).contains(own)) return {};
    return fail(
        ErrorCode::InvalidArgument,
        fmt::format("{} would refer to itself; a collection can only refer to others", own));
}

Status save_collection(const Query& query, const Bitmap& games, std::string_view name,
                       const StoreOptions& store) {
    EDGE_CHECK(check_collection(query, name));
    return write_collection(query, games, name, store);
}

Status refresh_collections(const corpus::Corpus& corpus, const std::vector<std::string>& names,
                           const RefreshOptions& options) {
    for (const std::string& name : names) EDGE_CHECK(check_known(corpus, name));
    Refresher refresher(corpus, options);
    for (const std::string& name : names) EDGE_CHECK(refresher.refresh(name));
    return {};
}

Status delete_collections(const corpus::Corpus& corpus, const std::vector<std::string>& names,
                          bool force) {
    for (const std::string& name : names) EDGE_CHECK(check_known(corpus, name));
    if (!force) EDGE_CHECK(check_not_asked_for(corpus, names));
    const auto remove = [](const std::string& path) { return remove_file(path); };
    for (const std::string& name : names) {
        EDGE_CHECK(corpus.at(corpus::collection_path(corpus, name), remove));
        EDGE_CHECK(corpus.at(corpus::set_path(corpus, name), remove));
    }
    return {};
}

}  // namespace edge::query
