// The collections of corpora that are merged. Their sets are carried over as all sets are, and then
// asked again of the new corpus: of games from other corpora, too, and of names and sets as they
// are there.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "corpus/collection_file.h"
#include "corpus/corpus.h"
#include "edge/result.h"
#include "query/query.h"

namespace edge::indexing {

class CarriedCollections {
public:
    // Sources are numbered in the order in which they are merged.

    // The new name of a collection that asks the same as this one of the same name, so that both
    // become one; empty when there is none, or this is not a collection.
    std::string find(size_t source, const corpus::Corpus& corpus, const std::string& name) const;

    // Notes the new name of a set, a collection or not. An error when its query cannot be read:
    // then it is a plain set.
    Status add(size_t source, const corpus::Corpus& corpus, const std::string& name,
               const std::string& new_name);

    // Asks all collections of the new corpus and stores them. One that cannot be asked stays there
    // as a plain set, with a warning.
    Result<std::vector<std::string>> ask(const corpus::Corpus& corpus,
                                         const query::RunOptions& options) const;

private:
    struct Collection {
        size_t source;
        corpus::CollectionFile file;
    };
    Status ask_one(const corpus::Corpus& corpus, const std::string& name,
                   const query::RunOptions& options) const;

    std::map<std::string, Collection> collections_;                // by new name
    std::map<std::pair<size_t, std::string>, std::string> names_;  // new names by source and name
};

}  // namespace edge::indexing
