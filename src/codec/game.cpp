#include "codec/game.h"

#include <algorithm>
#include <cassert>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "core/utf8.h"

namespace edge {
namespace {

constexpr bool is_space(char c) { return c == ' ' || c == '\t'; }
constexpr bool is_line_break(char c) { return c == '\n' || c == '\r' || c == '\v' || c == '\f'; }

// The position with the other side to move, which make_move cannot give.
Position after_null_move(const Position& position) {
    PositionBuilder builder;
    for (Bitboard rest = position.occupied(); rest != 0;) {
        const Square s = pop_first(rest);
        builder.put(position.piece_on(s), s);
    }
    const Color side = position.side_to_move();
    builder.side_to_move(!side);
    for (const Color c : {Color::White, Color::Black}) {
        for (const unsigned wing : {kKingSide, kQueenSide}) {
            if (position.can_castle(c, wing)) {
                builder.allow_castling(c, wing, position.castling_rook(c, wing));
            }
        }
    }
    builder.clocks(position.halfmove_clock() + 1, position.fullmove_number() + index(side));
    return builder.build();
}

}  // namespace

uint32_t MoveTree::main_line_plies() const {
    uint32_t plies = 0;
    for (NodeIndex node = first_child(kRootNode); node != kNoNode; node = first_child(node)) {
        ++plies;
    }
    return plies;
}

NodeIndex MoveTree::add(NodeIndex parent, Move move) {
    return add_child(parent, move, first_child(parent) == kNoNode ? 0 : 1);
}

NodeIndex MoveTree::add_variation(NodeIndex varied, Move move) {
    const uint32_t nesting = nodes_[varied].nesting;
    const NodeIndex before = nodes_[parent(varied)].last_child;
    assert(before == varied || nodes_[before].nesting > nesting);
    static_cast<void>(before);
    return add_child(parent(varied), move, static_cast<uint16_t>(nesting + 1));
}

NodeIndex MoveTree::add_child(NodeIndex parent, Move move, uint16_t nesting) {
    const auto added = static_cast<NodeIndex>(nodes_.size());
    Node& node = nodes_.emplace_back();
    node.move = move;
    node.nesting = nesting;
    node.parent = parent;
    Node& before = nodes_[parent];
    if (before.first_child == kNoNode) {
        before.first_child = added;
    } else {
        nodes_[before.last_child].next_sibling = added;
    }
    before.last_child = added;
    return added;
}

Annotation& MoveTree::annotate(NodeIndex node) {
    uint32_t& notes = nodes_[node].notes;
    if (notes == 0) {
        notes = static_cast<uint32_t>(annotations_.size());
        annotations_.emplace_back();
    }
    return annotations_[notes];
}

bool operator==(const MoveTree& a, const MoveTree& b) {
    if (a.size() != b.size()) return false;
    struct Pair {
        NodeIndex a, b;
    };
    std::vector<Pair> open = {{kRootNode, kRootNode}};
    while (!open.empty()) {
        const Pair at = open.back();
        open.pop_back();
        if (a.move(at.a) != b.move(at.b) || a.nesting(at.a) != b.nesting(at.b) ||
            a.annotation(at.a) != b.annotation(at.b)) {
            return false;
        }
        Pair child = {a.first_child(at.a), b.first_child(at.b)};
        while (child.a != kNoNode && child.b != kNoNode) {
            open.push_back(child);
            child = {a.next_sibling(child.a), b.next_sibling(child.b)};
        }
        if (child.a != child.b) return false;  // one has more children
    }
    return true;
}

std::string_view Game::tag(std::string_view name) const {
    const auto found = std::ranges::find(tags, name, &GameTag::name);
    return found == tags.end() ? std::string_view() : found->value;
}

bool operator==(const Game& a, const Game& b) {
    return a.tags == b.tags && a.result == b.result &&
           to_shredder_fen(a.start) == to_shredder_fen(b.start) && a.moves == b.moves;
}

bool may_play(const Position& position, Move move) {
    return move.is_none() ? !position.in_check() : is_legal(position, move);
}

void play_move(Position& position, Move move) {
    if (move.is_none()) {
        position = after_null_move(position);
    } else {
        position.make_move<Maintain::BoardAndHash, CastlingRule::Chess960>(move);
    }
}

std::string comment_text(std::string_view text) {
    std::string utf8;
    if (!is_valid_utf8(text)) {
        utf8 = windows1252_to_utf8(text);
        text = utf8;
    }
    std::string line;
    line.reserve(text.size());
    bool broken = false;
    for (const char c : text) {
        if (is_line_break(c)) {
            while (!line.empty() && is_space(line.back())) line.pop_back();
            broken = true;
        } else if (!is_space(c) || (!broken && !line.empty())) {
            if (broken && !line.empty()) line += ' ';
            broken = false;
            line += c;
        }
    }
    while (!line.empty() && is_space(line.back())) line.pop_back();
    return line;
}

}  // namespace edge
