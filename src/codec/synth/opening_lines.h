// Opening lines in their usual proportions, as a tree of moves with ECO codes. A walk from the root
// takes each move in proportion to the weight of its lines and may leave the book at any node.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "chess/move.h"
#include "codec/synth/random.h"

namespace edge::synth {

class OpeningLines {
public:
    struct Node {
        Move move;
        uint32_t weight = 0;   // of all lines through this node
        std::string_view eco;  // of the deepest named line that leads here
        std::vector<Node> children;
    };

    OpeningLines();

    const Node& root() const { return root_; }
    // A child by weight; null at the end of a line.
    static const Node* draw(const Node& node, Random& random);

private:
    Node root_;
};

}  // namespace edge::synth
