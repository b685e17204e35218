// All tuples of a tree until they are summed, within a bound on memory: what does not fit is
// spilled to files in the output directory, slice by slice, and read back when its turn comes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/mapped_file.h"
#include "edge/result.h"
#include "tree/large_slice.h"
#include "tree/tree_tuples.h"

namespace edge::tree {

class TupleSpill {
public:
    // Spill files go into `directory`; `memory` limits the tuples kept in memory.
    TupleSpill(std::filesystem::path directory, uint64_t memory);

    // `first_game` is the ordinal of the game that the tuples count as 0. Not thread-safe.
    Status add(SlicedTuples tuples, uint64_t first_game);

    uint64_t size() const { return total_; }  // in tuples
    uint64_t spilled_bytes() const;

    uint64_t slice_size(size_t slice) const;
    // The slice as it lies there, in the order of the games.
    std::vector<TupleRange> ranges(size_t slice) const;
    // A copy of it in one piece, with the final game numbers.
    std::vector<TreeTuple> gather(size_t slice) const;

private:
    struct Kept {
        SlicedTuples tuples;
        uint32_t first_game;
    };
    // The tuples of all slices in order.
    struct SpillFile {
        MappedFile file;
        std::vector<uint64_t> begins;  // of each slice, in tuples
    };

    Status spill();

    std::filesystem::path directory_;
    uint64_t memory_;
    std::vector<Kept> kept_;
    uint64_t kept_tuples_ = 0;
    uint64_t total_ = 0;
    std::vector<SpillFile> files_;
};

}  // namespace edge::tree
