// The order in which formats write a tree of moves: each move is followed by the variations on it,
// which interrupt the line. With a stack of its own, so that variations of any depth are walked.
#pragma once

#include <cstdint>
#include <vector>

#include "codec/game.h"

namespace edge {

class TreeWalk {
public:
    enum class Step : uint8_t {
        Move,            // node() goes on with the current line
        OpenVariation,   // node() is an alternative to the last move; it comes next, as a Move
        CloseVariation,  // back to the line that it interrupted
        End,
    };

    // The tree must outlive the walk.
    explicit TreeWalk(const MoveTree& tree) : tree_(tree) {
        lines_.push_back({.next = tree.first_child(kRootNode)});
    }

    Step next();
    NodeIndex node() const { return node_; }

private:
    // The main line, or a variation that has not been closed.
    struct Line {
        NodeIndex next;            // kNoNode at the end
        NodeIndex last = kNoNode;  // the move that came last
        // The first sibling of the last move that is still to come. Those that are nested in the
        // first move of a variation come first; the others are for the line that it interrupts.
        NodeIndex sibling = kNoNode;
        NodeIndex first_sibling = kNoNode;  // the same of the variation's first move
    };

    void set_sibling(Line& line, NodeIndex sibling) const {
        line.sibling = sibling;
        if (tree_.begins_variation(line.last)) line.first_sibling = sibling;
    }

    const MoveTree& tree_;
    std::vector<Line> lines_;
    NodeIndex node_ = kRootNode;
};

inline TreeWalk::Step TreeWalk::next() {
    Line& line = lines_.back();
    if (line.sibling != kNoNode && tree_.nesting(line.sibling) > tree_.nesting(line.last)) {
        node_ = line.sibling;
        lines_.push_back({.next = node_});
        return Step::OpenVariation;
    }
    if (line.next != kNoNode) {
        node_ = line.last = line.next;
        line.next = tree_.first_child(node_);
        set_sibling(line, tree_.next_sibling(node_));
        return Step::Move;
    }
    if (lines_.size() == 1) return Step::End;
    const NodeIndex rest = line.first_sibling;
    lines_.pop_back();
    set_sibling(lines_.back(), rest);
    return Step::CloseVariation;
}

}  // namespace edge
