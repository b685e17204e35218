// Sums tuples into tree.dat within a bound on memory: what does not fit is spilled to a file in the
// temporary directory, partition by partition, and read back when its turn comes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/mapped_file.h"
#include "edge/result.h"
#include "ingest/tree_tuples.h"

namespace edge::ingest {

struct TreeSummary {
    uint64_t tuples = 0;
    uint64_t edges = 0;
    uint64_t spilled_bytes = 0;
};

class TreeBuilder {
public:
    // Spill files go into `directory`; `memory` bounds the tuples kept at a time.
    TreeBuilder(std::filesystem::path directory, uint64_t memory);

    // Not thread-safe.
    Status add(PartitionedTuples tuples);

    // Writes the tree; edges of positions with fewer than `min_games` games are left out.
    Result<TreeSummary> write(const std::filesystem::path& path, uint32_t min_games,
                              unsigned threads);

private:
    // One spill file: the tuples of all partitions in order.
    struct Run {
        MappedFile file;
        std::vector<uint64_t> begins;  // of each partition, in tuples
    };

    Status spill();
    uint64_t partition_size(size_t partition) const;
    std::vector<TreeTuple> gather(size_t partition) const;

    std::filesystem::path directory_;
    uint64_t memory_;
    std::vector<PartitionedTuples> kept_;
    uint64_t kept_tuples_ = 0;
    uint64_t total_tuples_ = 0;
    std::vector<Run> runs_;
};

}  // namespace edge::ingest
