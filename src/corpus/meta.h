// The file `meta` of a corpus: key=value lines, the mandatory keys first. Unknown keys are kept in
// their order, so that rewriting a corpus loses nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/content_hash.h"
#include "edge/result.h"

namespace edge::corpus {

inline constexpr uint32_t kMaxShards = 1U << 20;

// One input of the virtual concatenation that pgn_offset refers to.
struct MetaSource {
    std::string path;              // as in the file system; "-" is standard input
    std::optional<uint64_t> size;  // uncompressed bytes
    // Of a source that was not read as text, instead of the size: pgn_offset counts its games.
    std::optional<uint64_t> games = {};
    // Of what was read, by which a source is recognised when it is added again.
    std::optional<ContentHash> hash = {};
};

// A file of the tree and the id of its first game; an answer sums all of them.
struct MetaTreeSegment {
    std::string file;  // in the corpus: "tree.dat", "tree.3.dat"; its games are in "tree.3.games"
    uint64_t first_game = 0;
    bool operator==(const MetaTreeSegment&) const = default;
};

// The list of hashes of the other files, and its own hash.
struct MetaChecksums {
    std::string file;  // in the corpus: "checksums.3"
    ContentHash hash;
    bool operator==(const MetaChecksums&) const = default;
};

struct Meta {
    uint32_t num_shards = 0;
    uint64_t total_games = 0;
    uint64_t total_moves = 0;

    std::optional<std::string> source_pgn_stem;
    std::optional<uint64_t> source_pgn_size;
    std::optional<std::string> indexed_at;  // YYYYMMDD-HHMMSS, UTC
    std::optional<uint32_t> tree_plies;     // 0 = all
    std::optional<uint32_t> tree_min_games;
    std::optional<std::string> tree_hash;
    std::optional<std::string> tree_sorted;
    std::vector<MetaTreeSegment> tree_segments;  // in order of games; empty: the tree is tree.dat
    std::optional<std::string> corpus_id;        // the same before and after games are added
    std::optional<MetaChecksums> checksums;
    std::vector<MetaSource> sources;
    std::vector<std::pair<std::string, std::string>> unknown;

    bool has_polyglot_tree() const { return tree_hash == "polyglot"; }
    // Each bucket, by (parent_hash, move_id).
    bool has_sorted_tree() const { return tree_sorted == "1"; }
};

// `file` is the name used in errors. A meta of version 1, or of a later version, is Unsupported.
// Does not look at the line meta_hash.
Result<Meta> parse_meta(std::string_view text, std::string_view file);
// The last line is meta_hash, over all bytes before it.
std::string format_meta(const Meta& meta);
// Corrupt when the line meta_hash is not the last one, not that of the bytes before it, or missing
// next to checksums. Corpora made before there were any are fine without.
Status check_meta_hash(std::string_view text, std::string_view file);

}  // namespace edge::corpus
