// The content of a file of games other than a corpus, as far as the format allows without reading
// all of it; viriformat, which has no headers, is read whole. For `edge inspect`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "codec/fbpgn/index.h"
#include "codec/scid4/index_header.h"
#include "codec/viriformat/statistics.h"
#include "edge/result.h"
#include "formats/game_kinds.h"
#include "query/headers/header_test.h"

namespace edge::formats {

struct BaseInspection {
    scid4::BaseInfo info;
    uint64_t index_bytes = 0;
    uint64_t names_bytes = 0;
    uint64_t games_bytes = 0;
};

struct FbpgnInspection {
    uint64_t size_bytes = 0;
    uint64_t games = 0;
    uint64_t chunks = 0;  // different games
    // Of the .idx next to it; nothing when there is none.
    std::optional<uint64_t> index_entries = {};
    std::optional<uint64_t> matched = {};  // entries that match a query about headers
    std::vector<fbpgn::IndexEntry> first_matches = {};
};

struct BookInspection {
    uint64_t size_bytes = 0;
    uint64_t positions = 0;
    uint64_t entries = 0;  // their moves
};

using FileInspection =
    std::variant<viriformat::Statistics, BaseInspection, FbpgnInspection, BookInspection>;

struct InspectFileOptions {
    // Tested on the headers in an FBPGN file's index; InvalidArgument for another kind.
    std::optional<query::GameFilter> where = {};
    uint64_t limit = 10;  // of the matches that are returned
};

// Unsupported for PGN, which has nothing to inspect, and for a corpus, which
// corpus/corpus_inspection.h inspects.
Result<FileInspection> inspect_file(const std::string& path, GameKind kind,
                                    const InspectFileOptions& options);

}  // namespace edge::formats
