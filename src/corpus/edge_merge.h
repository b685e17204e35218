// The edges of several trees as those of one, which holds the games of all: in its order, and
// summed where more than one tree has an edge.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "corpus/format.h"
#include "corpus/tree.h"

namespace edge::corpus {

// An edge of one of the trees.
struct TreeEdge {
    size_t tree;
    uint64_t number;  // in its file
};

class EdgeMerge {
public:
    // The order is that of a tree with `bucket_count` buckets. A tree that is in that order is read
    // from front to back; of any other, the numbers of all its edges are sorted first. The trees
    // must outlive the merge.
    EdgeMerge(std::span<const Tree* const> trees, uint32_t bucket_count);

    // Goes on to the next edge; false at the end.
    bool next();

    const Edge& edge() const { return edge_; }                  // the sum
    std::span<const TreeEdge> parts() const { return parts_; }  // in the order of the trees

private:
    struct Cursor {
        const Tree* tree;
        std::vector<uint64_t> sorted;  // numbers of edges; empty when those of the file are
        uint64_t at = 0;
        Edge edge = {};    // the one at `at`
        uint64_t key = 0;  // of it

        bool at_end() const { return at == tree->edge_count(); }
        uint64_t number() const { return sorted.empty() ? at : sorted[at]; }
    };
    void load(Cursor& cursor) const;

    unsigned bucket_bits_;
    std::vector<Cursor> cursors_;
    Edge edge_;
    std::vector<TreeEdge> parts_;
};

}  // namespace edge::corpus
