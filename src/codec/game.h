// A whole game in memory: tags, start position, a tree of moves with comments and NAGs, result.
// Used by converters and for annotated files; the plain corpus path never builds one.
//
// The tree is a list of nodes that refer to each other by number, so that a game of any depth is
// built, compared and destroyed without recursion:
//
//     1. e4 e5 (1... c5 2. Nf3) 2. f4      root - e4 - e5 - f4
//                                                    |
//                                                   c5 - Nf3
//
// A first child continues the line, its siblings begin variations. A variation on a move that
// itself begins one is a sibling too, and the number of its nesting says so:
//
//     1. e4 (1. d4) (1. c4)                root - e4, d4, c4      nested 0, 1, 1
//     1. e4 (1. d4 (1. c4))                root - e4, d4, c4      nested 0, 1, 2
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"
#include "codec/game_result.h"

namespace edge {

struct GameTag {
    std::string name;
    std::string value;  // UTF-8, escapes undone
    friend bool operator==(const GameTag&, const GameTag&) = default;
};

// An author's notes on a move. Comments are UTF-8 on one line, without blanks at the ends.
struct Annotation {
    std::string comment_before;  // only of a move that begins a variation
    std::string comment;         // after the move; at the root before the first one
    std::vector<uint8_t> nags;   // in the order found; none at the root
    bool empty() const { return comment_before.empty() && comment.empty() && nags.empty(); }
    friend bool operator==(const Annotation&, const Annotation&) = default;
};

// The number of a node in its tree.
using NodeIndex = uint32_t;
inline constexpr NodeIndex kRootNode = 0;  // the start position, before any move
inline constexpr NodeIndex kNoNode = UINT32_MAX;

class MoveTree {
public:
    MoveTree() : nodes_(1) {}

    size_t size() const { return nodes_.size(); }  // moves and the root
    // The move that leads to the node; none at the root and for a null move.
    Move move(NodeIndex node) const { return nodes_[node].move; }
    bool is_null_move(NodeIndex node) const { return node != kRootNode && move(node).is_none(); }
    NodeIndex parent(NodeIndex node) const { return nodes_[node].parent; }
    NodeIndex first_child(NodeIndex node) const { return nodes_[node].first_child; }
    NodeIndex next_sibling(NodeIndex node) const { return nodes_[node].next_sibling; }
    bool begins_variation(NodeIndex node) const {
        return node != kRootNode && first_child(parent(node)) != node;
    }
    // How many variations from the same position it is written inside of: 0 for a first child. It
    // is an alternative to the nearest sibling before it that is nested less deep.
    uint32_t nesting(NodeIndex node) const { return nodes_[node].nesting; }
    const Annotation& annotation(NodeIndex node) const { return annotations_[nodes_[node].notes]; }

    uint32_t main_line_plies() const;

    // Reserves room for that many nodes.
    void reserve(size_t nodes) { nodes_.reserve(nodes); }
    // Adds a move, or a null move, after the children that `parent` already has: as a variation on
    // the first of them. The move must be legal there.
    NodeIndex add(NodeIndex parent, Move move);
    // The same, as a variation on that move, after those that it has. They must be the last
    // children that its parent was given.
    NodeIndex add_variation(NodeIndex varied, Move move);
    // For changing it. The reference is valid until the next call for another node.
    Annotation& annotate(NodeIndex node);

    // The same moves in the same order with the same annotations, nested in the same way, however
    // the nodes are numbered.
    friend bool operator==(const MoveTree& a, const MoveTree& b);

private:
    NodeIndex add_child(NodeIndex parent, Move move, uint16_t nesting);

    struct Node {
        Move move;
        uint16_t nesting = 0;
        NodeIndex parent = kNoNode;
        NodeIndex first_child = kNoNode;
        NodeIndex last_child = kNoNode;
        NodeIndex next_sibling = kNoNode;
        uint32_t notes = 0;  // in annotations_; most moves have none, which is number 0
    };
    std::vector<Node> nodes_;
    std::vector<Annotation> annotations_{1};
};

struct Game {
    // In the order of the source, including what the members below also say.
    std::vector<GameTag> tags;
    Position start = Position::start();
    MoveTree moves;
    GameResult result = GameResult::Unknown;

    // The value of the first tag of that name; empty when there is none.
    std::string_view tag(std::string_view name) const;
};

// Compares positions including their clocks.
bool operator==(const Game& a, const Game& b);

// Whether a move, or the null move, may be played. A side in check may not pass.
bool may_play(const Position& position, Move move);
// Plays one that may be played. Handles Chess960 and keeps the hash up to date.
void play_move(Position& position, Move move);

// A comment in the form of the model: valid UTF-8 (otherwise it is read as Windows-1252), line
// breaks and the blanks around them as one space, no blanks at the ends.
std::string comment_text(std::string_view text);

}  // namespace edge
