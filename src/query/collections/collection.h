// Collections: stored sets that know their query, so that they can be kept up when games are added
// and asked again when what they depend on has changed. How they are read is in stored_set.h.
// Whoever calls what changes them holds the lock on the corpus (core/directory_lock.h).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/openings.h"
#include "corpus/corpus.h"
#include "edge/result.h"
#include "query/collections/stored_set.h"
#include "query/query.h"

namespace edge::query {

// Names are without the @.

struct CollectionState {
    std::string name;
    std::string query = {};  // canonical text
    bool takes_aliases = true;
    std::optional<uint64_t> games = {};  // in the set; none when it cannot be read
    std::string made_at = {};            // YYYYMMDD-HHMMSS, UTC: when all games were last asked
    std::vector<std::string> refers_to = {};  // the sets that the query names, "@wins"
    // Why the answer may be another one by now; empty when it is not.
    std::vector<std::string> stale = {};
    std::string error = {};  // why it cannot be read, else empty
};

// `openings`, which may be null, are the names as they are now; without them a query about openings
// counts as unchanged. NotFound when there is no such collection. Damage is in `error`.
Result<std::vector<CollectionState>> inspect_collections(const corpus::Corpus& corpus,
                                                         const std::vector<std::string>& names,
                                                         const Openings* openings);

// Whether `query` can be kept as a collection of this name: InvalidArgument when it names files or
// sets in memory, or the collection itself, also through others.
Status check_collection(const Query& query, std::string_view name);

// Stores the answer to a query, as found by find_games, under that name.
Status save_collection(const Query& query, const Bitmap& games, std::string_view name,
                       const StoreOptions& store);

struct RefreshOptions {
    std::shared_ptr<const Openings> openings = {};  // of today; needed by queries about openings
    RunOptions run = {};
};

// Asks these collections again, and before each those that it refers to and that are stale.
Status refresh_collections(const corpus::Corpus& corpus, const std::vector<std::string>& names,
                           const RefreshOptions& options);

// With the sets. Refused, unless `force`, where another collection refers to one that is deleted.
Status delete_collections(const corpus::Corpus& corpus, const std::vector<std::string>& names,
                          bool force);

}  // namespace edge::query
