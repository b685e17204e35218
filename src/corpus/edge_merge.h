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
        size_t number;  // of the tree
        const Tree* tree;
        std::vector<uint64_t> sorted;  // numbers of edges; empty when those of the file are
        uint64_t at = 0;
        Edge edge = {};  // the one at `at`

        bool at_end() const { return at == tree->edge_count(); }
        uint64_t edge_number() const { return sorted.empty() ? at : sorted[at]; }
    };
    bool find_position();
    void add_part(Cursor& cursor, uint64_t& key);

    unsigned bucket_bits_;
    std::vector<Cursor> cursors_;
    std::vector<uint64_t> keys_;  // of the edges of the cursors, next to each other for the search
    std::vector<size_t> here_;    // the cursors at the position of `key_`
    uint64_t key_ = 0;
    bool has_ended_ = false;  // whether a cursor among them is at its end
    Edge edge_;
    std::vector<TreeEdge> parts_;
};

}  // namespace edge::corpus
