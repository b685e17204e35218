// Runs a CollectionRequest, and the JSON of its answer.
#pragma once

#include <string>
#include <vector>

#include "corpus/corpus.h"
#include "edge/result.h"
#include "query/collections/collection.h"
#include "wire/collections/collection_request.h"

namespace edge::wire {

// The collections that the request is about, as they are afterwards; the deleted ones by their
// names alone. Where nothing is named, those that were refreshed.
Result<std::vector<query::CollectionState>> run_collection_request(
    const corpus::Corpus& corpus, const CollectionRequest& request,
    const query::RunOptions& options);

// {"corpus", "action", "collections": [{"name", "query", "aliases", "games", "made_at",
// "refers_to", "stale", "error"}, ...]}; of deleted ones only "name".
std::string collections_json(const corpus::Corpus& corpus, const CollectionRequest& request,
                             const std::vector<query::CollectionState>& collections);

// Both, which is all that a surface that speaks JSON needs.
Result<std::string> answer_collection_request(const corpus::Corpus& corpus,
                                              const CollectionRequest& request,
                                              const query::RunOptions& options);

}  // namespace edge::wire
