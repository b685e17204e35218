// Writes tree.dat as a stream of edges; the bucket table and the header are filled in at the end.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/output_file.h"
#include "corpus/format.h"
#include "edge/result.h"

namespace edge::corpus {

class TreeWriter {
public:
    // `nbuckets` is a power of two.
    static Result<TreeWriter> create(const std::string& path, uint32_t nbuckets);

    // Edges in their final order: by bucket (the low bits of the hash), then (parent_hash,
    // move_id).
    Status append(std::span<const Edge> edges);
    Status finish(bool sync);

    uint64_t edge_count() const { return edge_count_; }

private:
    TreeWriter(OutputFile file, std::string path, uint32_t nbuckets);
    Status flush();

    OutputFile file_;
    std::string path_;
    std::vector<uint32_t> counts_;   // of each bucket
    std::vector<std::byte> buffer_;  // encoded edges not yet written; `buffered_` bytes of it
    size_t buffered_ = 0;
    uint64_t edge_count_ = 0;
};

}  // namespace edge::corpus
