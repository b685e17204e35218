// The collections in a corpus: sets in its folder bitmaps/ that have a query next to them. What is
// asked, and what follows when games are added, is in query/collections.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "bitmap/bitmap.h"
#include "core/content_hash.h"
#include "corpus/collection_file.h"
#include "corpus/corpus.h"
#include "edge/result.h"

namespace edge::corpus {

// Names are without the @. The paths are below the path of the corpus, as messages show them:
// Corpus::at() leads to the files.
std::string collection_path(const Corpus& corpus, std::string_view name);
std::string set_path(const Corpus& corpus, std::string_view name);

// Sorted.
std::vector<std::string> collection_names(const Corpus& corpus);
bool is_collection(const Corpus& corpus, std::string_view name);
Result<CollectionFile> read_collection(const Corpus& corpus, std::string_view name);

// These sets, "@wins", and all those whose answers they contain: of collections the sets that their
// queries name, and so on. A file that cannot be read is an error where it is needed, not here.
std::set<std::string> with_sources(const Corpus& corpus, std::vector<std::string> names);

// Of the ids of a set's games, as far as they are below `games`; the same whatever the shards.
ContentHash hash_of_games(const Corpus& corpus, const Bitmap& set, uint64_t games);
// Whether the set has the games that the query found, and is no other set in its place. True for a
// collection from after the corpus has grown, which this reader does not see yet.
bool has_its_games(const Corpus& corpus, const CollectionFile& collection, const Bitmap& set);

}  // namespace edge::corpus
