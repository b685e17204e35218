#include "wire/collections/collection_answer.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <nlohmann/json.hpp>

#include "corpus/collections.h"
#include "wire/json/json_text.h"
#include "wire/json/opening_names.h"

namespace edge::wire {
namespace {

using query::CollectionState;

// The names of openings of today. Without a file that can be read, collections are judged without.
std::shared_ptr<const Openings> openings_of_today() { return default_openings().value_or(nullptr); }

Result<std::vector<CollectionState>> inspect_all(const corpus::Corpus& corpus,
                                                 const std::vector<std::string>& names) {
    const auto openings = openings_of_today();
    std::vector<CollectionState> states;
    states.reserve(names.size());
    for (const std::string& name : names) {
        states.push_back(EDGE_TRY(query::inspect_collection(corpus, name, openings.get())));
    }
    return states;
}

Result<std::vector<std::string>> stale_names(const corpus::Corpus& corpus) {
    std::vector<std::string> names;
    for (CollectionState& state : EDGE_TRY(inspect_all(corpus, corpus::collection_names(corpus)))) {
        // One that cannot be read is refreshed only by its name, so that it does not stop others.
        if (!state.stale.empty()) names.push_back(std::move(state.name));
    }
    return names;
}

Json state_json(const CollectionState& state) {
    Json json;
    json["name"] = state.name;
    json["query"] = state.query;
    json["aliases"] = state.takes_aliases;
    json["games"] = json_or_null(state.games);
    json["made_at"] = state.made_at;
    json["asks_for"] = state.asks_for;
    json["stale"] = state.stale;
    json["error"] = state.error.empty() ? Json(nullptr) : Json(state.error);
    return json;
}

constexpr std::string_view word_of(CollectionAction action) {
    switch (action) {
        case CollectionAction::List:
            return "list";
        case CollectionAction::Refresh:
            return "refresh";
        case CollectionAction::Delete:
            break;
    }
    return "delete";
}

}  // namespace

Result<std::vector<CollectionState>> run_collection_request(const corpus::Corpus& corpus,
                                                            const CollectionRequest& request,
                                                            const query::RunOptions& options) {
    std::vector<std::string> names = request.names;
    if (request.action == CollectionAction::List) {
        return inspect_all(corpus, names.empty() ? corpus::collection_names(corpus) : names);
    }
    const auto lock = EDGE_TRY(DirectoryLock::take(corpus.path(), request.lock));
    if (request.action == CollectionAction::Delete) {
        EDGE_CHECK(query::delete_collections(corpus, names, request.force));
        std::vector<CollectionState> states;
        states.reserve(names.size());
        for (std::string& name : names) states.push_back({.name = std::move(name)});
        return states;
    }
    if (names.empty()) names = EDGE_TRY(stale_names(corpus));
    EDGE_CHECK(query::refresh_collections(
        corpus, names, {.openings = EDGE_TRY(default_openings()), .run = options}));
    return inspect_all(corpus, names);
}

std::string collections_json(const corpus::Corpus& corpus, const CollectionRequest& request,
                             const std::vector<CollectionState>& collections) {
    Json json;
    json["corpus"] = corpus.path();
    json["action"] = word_of(request.action);
    Json& list = json["collections"] = Json::array();
    for (const CollectionState& state : collections) {
        const bool is_gone = request.action == CollectionAction::Delete;
        list.push_back(is_gone ? Json{{"name", state.name}} : state_json(state));
    }
    return json_text(json);
}

Result<std::string> answer_collection_request(const corpus::Corpus& corpus,
                                              const CollectionRequest& request,
                                              const query::RunOptions& options) {
    const auto collections = EDGE_TRY(run_collection_request(corpus, request, options));
    return collections_json(corpus, request, collections);
}

}  // namespace edge::wire
