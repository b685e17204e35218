#include "wire/collections/collection_answer.h"

#include <map>
#include <memory>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "corpus/collections.h"
#include "wire/json/json_text.h"
#include "wire/json/opening_names.h"

namespace edge::wire {
namespace {

using query::CollectionState;

// The names of openings as they are now. Without a file that can be read, a query about openings
// says so itself.
std::shared_ptr<const Openings> current_openings() { return default_openings().value_or(nullptr); }

Result<std::vector<CollectionState>> inspect_all(const corpus::Corpus& corpus,
                                                 const std::vector<std::string>& names) {
    return query::inspect_collections(corpus, names, current_openings().get());
}

Result<std::vector<std::string>> stale_names(const corpus::Corpus& corpus) {
    std::vector<std::string> names;
    for (CollectionState& state : EDGE_TRY(inspect_all(corpus, corpus::collection_names(corpus)))) {
        // One that cannot be read is refreshed only by its name, so that it does not stop others.
        if (!state.stale.empty()) names.push_back(std::move(state.name));
    }
    return names;
}

// Asks again those that are stale. Where that fails, the others are asked all the same.
Result<std::vector<CollectionState>> refresh_stale(const corpus::Corpus& corpus,
                                                   const query::RunOptions& options) {
    std::map<std::string, std::string> errors;
    const std::vector<std::string> names = EDGE_TRY(stale_names(corpus));
    for (const std::string& name : names) {
        const Status refreshed = query::refresh_collections(
            corpus, {name}, {.openings = current_openings(), .run = options});
        if (refreshed) continue;
        if (refreshed.error().code == ErrorCode::Cancelled)
            return tl::unexpected(refreshed.error());
        errors[name] = refreshed.error().message;
    }
    auto states = EDGE_TRY(inspect_all(corpus, names));
    for (CollectionState& state : states) {
        if (errors.contains(state.name)) state.error = errors.at(state.name);
    }
    return states;
}

Json state_json(const CollectionState& state) {
    Json json;
    json["name"] = state.name;
    json["query"] = state.query;
    json["aliases"] = state.takes_aliases;
    json["games"] = json_or_null(state.games);
    json["made_at"] = state.made_at;
    json["refers_to"] = state.refers_to;
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
    // It may have grown, or another may have come in its place, while this waited.
    const auto current = EDGE_TRY(corpus::Corpus::open(corpus.path()));
    if (request.action == CollectionAction::Delete) {
        EDGE_CHECK(query::delete_collections(current, names, request.force));
        std::vector<CollectionState> states;
        states.reserve(names.size());
        for (std::string& name : names) states.push_back({.name = std::move(name)});
        return states;
    }
    if (names.empty()) return refresh_stale(current, options);
    EDGE_CHECK(query::refresh_collections(current, names,
                                          {.openings = current_openings(), .run = options}));
    return inspect_all(current, names);
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
