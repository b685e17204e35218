// What a corpus holds, in numbers: files, sizes, names, the tree, the bitmaps. Reads the
// dictionaries, the tree's table and the bitmaps, never the games.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "corpus/corpus.h"

namespace edge::corpus {

struct ShardInspection {
    uint32_t games = 0;
    uint64_t plies = 0;
    uint32_t names = 0;
    uint64_t moves_bytes = 0;
    uint64_t index_bytes = 0;
    uint64_t dict_bytes = 0;
    std::optional<uint64_t> cols_bytes;
    std::optional<uint64_t> extra_bytes;
};

// Sums over the segments, but for largest_bucket.
struct TreeInspection {
    uint64_t edges = 0;
    uint64_t buckets = 0;
    uint64_t empty_buckets = 0;
    uint32_t largest_bucket = 0;  // in edges
    uint64_t bytes = 0;
    uint64_t start_games = 0;  // games counted at the starting position
    struct Games {
        uint64_t lists = 0;
        uint64_t bytes = 0;
    };
    std::optional<Games> games = {};  // of tree.games; when all segments have it
    struct Segment {
        std::string file;
        uint64_t first_game = 0;
        uint64_t edges = 0;
        uint64_t bytes = 0;
    };
    std::vector<Segment> segments = {};
};

struct BitmapInspection {
    std::string name;
    std::string path;
    uint64_t bytes = 0;
    uint64_t regular_bytes = 0;            // of a file without gaps
    std::optional<uint32_t> version = {};  // none when the file is damaged
    std::optional<uint64_t> games_set =
        {};                  // none when the file is damaged or belongs to another corpus
    std::string error = {};  // then the reason; also what is wrong with the name
};

struct Inspection {
    std::string path;
    Meta meta;
    std::vector<ShardInspection> shards;
    std::optional<TreeInspection> tree;
    std::vector<BitmapInspection> bitmaps;  // by name
    uint64_t total_bytes = 0;               // of all files of the corpus
    std::vector<std::string> warnings;
};

Inspection inspect(const Corpus& corpus);

// The bitmaps in the corpus's folder, by name.
std::vector<BitmapInspection> inspect_bitmaps(const Corpus& corpus);

}  // namespace edge::corpus
