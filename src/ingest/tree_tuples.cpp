#include "ingest/tree_tuples.h"

namespace edge::ingest {

PartitionedTuples partition_tuples(std::span<const TreeTuple> tuples) {
    PartitionedTuples sorted;
    sorted.tuples = std::make_unique_for_overwrite<TreeTuple[]>(tuples.size());
    for (const TreeTuple& tuple : tuples) ++sorted.begins[partition_of(tuple.key) + 1];
    for (size_t p = 0; p < kPartitions; ++p) sorted.begins[p + 1] += sorted.begins[p];
    std::array<uint32_t, kPartitions + 1> next = sorted.begins;
    for (const TreeTuple& tuple : tuples) sorted.tuples[next[partition_of(tuple.key)]++] = tuple;
    return sorted;
}

}  // namespace edge::ingest
