// The matching games divided by the values of a key, and the parts as bitmap files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bitmap/bitmap.h"
#include "core/content_hash.h"
#include "edge/result.h"
#include "query/answers/group_splitter.h"
#include "query/query.h"

namespace edge::query {

inline constexpr uint32_t kDefaultPartitionLimit = 1000;

struct PartitionPart {
    GroupValue value;
    // The value in letters, digits, - and _, different for each part even when case is ignored.
    std::string name;
    std::vector<uint64_t> game_ids;  // ascending
};

struct Partition {
    Grouping by;
    BitmapLayout layout;
    std::vector<uint64_t> first_ids;   // of each shard
    std::vector<PartitionPart> parts;  // by value

    Bitmap bitmap(const PartitionPart& part) const;
};

// Each game that matches is in the part of its value; for Player in one or two parts. For
// PawnStructure and Pieces each game with a chosen position is in a part for every value it has
// there; only these keys use `choice` and count matching.without_position. InvalidArgument when
// there are more than `limit` values.
Result<Partition> partition_games(const Query& query, const Grouping& by, uint32_t limit,
                                  const PositionChoice& choice, const RunOptions& options,
                                  MatchingGames& matching);

// One name for each value. Characters other than letters, digits, - and _ become _, or - where they
// separate the parts of a FEN or of a material key; unknown values are "unknown". Names that differ
// at most in case get a number: name-2.
std::vector<std::string> partition_names(const Grouping& by, const std::vector<GroupValue>& values);

struct PartitionFile {
    GroupValue value;
    std::string name;  // of the file, without folder and extension
    std::filesystem::path path;
    uint64_t games = 0;
};

// Writes FOLDER/STEM-NAME.bm for each part where `output` is FOLDER/STEM.bm; the extension may be
// left out. Nothing is written when one of them exists and `overwrite` is false. After each file
// options.on_progress decides whether to go on; if not, the files that did not replace another are
// removed again. `sparse_for` is that of write_bitmap.
Result<std::vector<PartitionFile>> write_partition(
    const Partition& partition, const std::filesystem::path& output, bool overwrite,
    const RunOptions& options = {}, const std::optional<ContentHash>& sparse_for = std::nullopt);

}  // namespace edge::query
