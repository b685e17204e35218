// bitmaps/NAME.query, the query of a collection: what the set next to it is the answer to, and
// what that answer depends on. docs/formats/collection.md.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "chess/openings.h"
#include "core/content_hash.h"
#include "edge/result.h"

namespace edge::corpus {

inline constexpr std::string_view kCollectionExtension = ".query";

// Another set that the query names, and the hash of what it was.
struct CollectionSource {
    std::string name;  // "@wins"
    ContentHash hash;
    friend bool operator==(const CollectionSource&, const CollectionSource&) = default;
};

struct CollectionFile {
    // What is asked. Names of players and openings are kept as they were understood, so that new
    // games are judged as the old ones were.
    std::string query;                            // canonical text
    bool takes_aliases = true;                    // names mean their other spellings as well
    std::vector<std::vector<std::string>> names;  // each a name of the query and its spellings
    std::vector<NamedPosition> openings;          // that the query's opening() mean
    std::vector<CollectionSource> sources;        // in order of their names

    // The answer. Its set may have grown since, but these games of it stay.
    uint64_t games = 0;      // of the corpus when the query was asked
    ContentHash games_hash;  // of those in the set
    std::string made_at;     // YYYYMMDD-HHMMSS, UTC
};

// `file` is the name used in errors. A later version is Unsupported, all other damage Corrupt.
Result<CollectionFile> parse_collection(std::string_view text, std::string_view file);
// InvalidArgument when a text in it has a line break, or a name a tab, which the file cannot hold.
Result<std::string> format_collection(const CollectionFile& collection);

// Of what is asked, not of the answer.
ContentHash question_hash(const CollectionFile& collection);

}  // namespace edge::corpus
