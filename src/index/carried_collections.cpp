#include "index/carried_collections.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "corpus/collections.h"
#include "query/collections/collection.h"
#include "query/collections/stored_set.h"
#include "query/openings.h"

namespace edge::indexing {

std::string CarriedCollections::find(size_t source, const corpus::Corpus& corpus,
                                     const std::string& name) const {
    if (!corpus::is_collection(corpus, name)) return {};
    const auto file = corpus::read_collection(corpus, name);
    if (!file) return {};
    for (const auto& [new_name, collection] : collections_) {
        const auto old = names_.find({collection.source, name});
        if (collection.source == source || old == names_.end() || old->second != new_name) continue;
        const bool refers_to_sets = !file->sources.empty() || !collection.file.sources.empty();
        if (!refers_to_sets && file->query == collection.file.query &&
            file->takes_aliases == collection.file.takes_aliases) {
            return new_name;
        }
    }
    return {};
}

Status CarriedCollections::add(size_t source, const corpus::Corpus& corpus, const std::string& name,
                               const std::string& new_name) {
    names_[{source, name}] = new_name;
    if (!corpus::is_collection(corpus, name)) return {};
    auto file = EDGE_TRY(corpus::read_collection(corpus, name));
    collections_.try_emplace(new_name, Collection{source, std::move(file)});
    return {};
}

Status CarriedCollections::ask_one(const corpus::Corpus& corpus, const std::string& name,
                                   const query::RunOptions& options) const {
    const auto& [source, file] = collections_.at(name);
    query::Expr question = EDGE_TRY(query::parse_question(file));
    auto openings = std::make_shared<Openings>();
    for (const NamedPosition& named : file.openings) openings->add(named.position, named.opening);
    question = query::with_openings(std::move(question), std::move(openings));
    EDGE_CHECK(query::for_each_set(question, [&](query::BitmapRef& ref) -> Status {
        const auto renamed = names_.find({source, ref.name.substr(1)});
        if (renamed != names_.end()) ref.name = "@" + renamed->second;
        return {};
    }));
    const auto query = EDGE_TRY(query::Query::prepare(corpus, std::move(question)));
    const Bitmap games = EDGE_TRY(query::find_games(query, options));
    return query::save_collection(query, games, name, {.force = true});
}

// Each after those it refers to, as far as none refers to itself.
Result<std::vector<std::string>> CarriedCollections::ask(const corpus::Corpus& corpus,
                                                         const query::RunOptions& options) const {
    std::vector<std::string> warnings;
    std::deque<std::string> waiting;
    for (const auto& [name, collection] : collections_) waiting.push_back(name);
    const auto waits_for_another = [&](const std::string& name) {
        const auto& [source, file] = collections_.at(name);
        return std::ranges::any_of(file.sources, [&](const corpus::CollectionSource& asked) {
            const auto renamed = names_.find({source, asked.name.substr(1)});
            return renamed != names_.end() &&
                   std::ranges::find(waiting, renamed->second) != waiting.end();
        });
    };
    for (size_t put_off = 0; !waiting.empty();) {
        std::string name = std::move(waiting.front());
        waiting.pop_front();
        if (put_off < waiting.size() && waits_for_another(name)) {
            waiting.push_back(std::move(name));
            ++put_off;
            continue;
        }
        put_off = 0;
        const Status asked = ask_one(corpus, name, options);
        if (asked) continue;
        if (asked.error().code == ErrorCode::Cancelled) return tl::unexpected(asked.error());
        warnings.push_back(fmt::format("@{} is only a set now, not a collection: {}", name,
                                       asked.error().message));
    }
    return warnings;
}

}  // namespace edge::indexing
