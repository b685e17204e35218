#include "codec/synth/opening_lines.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "chess/position.h"
#include "chess/san.h"

namespace edge::synth {
namespace {

struct Line {
    uint32_t weight;
    std::string_view eco;
    std::string_view moves;
};

// The weights are rough shares of a large collection, in tenths of a per cent. Lines of weight 0
// only name the nodes on the way, for games that leave the book there.
constexpr auto kLines = std::to_array<Line>({
    {0, "B00", "e4"},
    {0, "C20", "e4 e5"},
    {0, "C40", "e4 e5 Nf3"},
    {0, "C44", "e4 e5 Nf3 Nc6"},
    {0, "C60", "e4 e5 Nf3 Nc6 Bb5"},
    {0, "C68", "e4 e5 Nf3 Nc6 Bb5 a6"},
    {0, "C78", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O"},
    {0, "C84", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7"},
    {0, "C88", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3"},
    {0, "C90", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O"},
    {0, "C65", "e4 e5 Nf3 Nc6 Bb5 Nf6"},
    {0, "C55", "e4 e5 Nf3 Nc6 Bc4 Nf6"},
    {0, "C46", "e4 e5 Nf3 Nc6 Nc3"},
    {0, "C42", "e4 e5 Nf3 Nf6"},
    {0, "C41", "e4 e5 Nf3 d6"},
    {0, "C30", "e4 e5 f4"},
    {0, "C25", "e4 e5 Nc3"},
    {0, "C23", "e4 e5 Bc4"},
    {0, "C50", "e4 e5 Nf3 Nc6 Bc4"},
    {0, "B20", "e4 c5"},
    {0, "B27", "e4 c5 Nf3"},
    {0, "B50", "e4 c5 Nf3 d6"},
    {0, "B30", "e4 c5 Nf3 Nc6"},
    {0, "B40", "e4 c5 Nf3 e6"},
    {0, "B54", "e4 c5 Nf3 d6 d4 cxd4 Nxd4"},
    {0, "B56", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3"},
    {0, "B90", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"},
    {0, "B32", "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4"},
    {0, "B41", "e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6"},
    {0, "C00", "e4 e6"},
    {0, "C10", "e4 e6 d4 d5 Nc3"},
    {0, "B10", "e4 c6"},
    {0, "B12", "e4 c6 d4"},
    {0, "B01", "e4 d5"},
    {0, "B02", "e4 Nf6"},
    {0, "B06", "e4 g6"},
    {0, "B07", "e4 d6"},
    {0, "A40", "d4"},
    {0, "D00", "d4 d5"},
    {0, "D06", "d4 d5 c4"},
    {0, "D30", "d4 d5 c4 e6"},
    {0, "D35", "d4 d5 c4 e6 Nc3 Nf6"},
    {0, "D10", "d4 d5 c4 c6"},
    {0, "D11", "d4 d5 c4 c6 Nf3"},
    {0, "D15", "d4 d5 c4 c6 Nf3 Nf6 Nc3"},
    {0, "D43", "d4 d5 c4 c6 Nc3 Nf6 Nf3 e6"},
    {0, "D20", "d4 d5 c4 dxc4"},
    {0, "D02", "d4 d5 Nf3"},
    {0, "A45", "d4 Nf6"},
    {0, "A46", "d4 Nf6 Nf3"},
    {0, "A48", "d4 Nf6 Nf3 g6"},
    {0, "A50", "d4 Nf6 c4"},
    {0, "E00", "d4 Nf6 c4 e6"},
    {0, "E20", "d4 Nf6 c4 e6 Nc3 Bb4"},
    {0, "A56", "d4 Nf6 c4 c5"},
    {0, "E60", "d4 Nf6 c4 g6"},
    {0, "E61", "d4 Nf6 c4 g6 Nc3"},
    {0, "E70", "d4 Nf6 c4 g6 Nc3 Bg7 e4"},
    {0, "D80", "d4 Nf6 c4 g6 Nc3 d5"},
    {0, "A80", "d4 f5"},
    {0, "A04", "Nf3"},
    {0, "A06", "Nf3 d5"},
    {0, "A10", "c4"},
    {0, "A20", "c4 e5"},
    {0, "A30", "c4 c5"},
    // Open games
    {16, "C89",
     "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d5 exd5 Nxd5 Nxe5 Nxe5 Rxe5 c6"},
    {18, "C92", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Bb7 d4 Re8"},
    {12, "C97", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2 c5 d4 Qc7"},
    {10, "C80", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4 d4 b5 Bb3 d5 dxe5 Be6"},
    {10, "C69", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 d4 exd4 Nxd4 c5"},
    {22, "C67", "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4 Nd6 Bxc6 dxc6 dxe5 Nf5 Qxd8+ Kxd8"},
    {12, "C65", "e4 e5 Nf3 Nc6 Bb5 Nf6 d3 Bc5 c3 O-O O-O d6 Nbd2"},
    {6, "C62", "e4 e5 Nf3 Nc6 Bb5 d6 d4 Bd7 Nc3 Nf6 O-O Be7"},
    {26, "C54", "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6 O-O O-O Re1 a6"},
    {4, "C51", "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O"},
    {18, "C58", "e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Na5 Bb5+ c6 dxc6 bxc6 Be2 h6 Nf3 e4"},
    {10, "C55", "e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Be7 O-O O-O Re1 d6"},
    {16, "C45", "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6 Nxc6 bxc6 e5 Qe7 Qe2 Nd5 c4 Ba6"},
    {8, "C45", "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Bc5 Be3 Qf6 c3 Nge7 Bc4"},
    {10, "C47", "e4 e5 Nf3 Nc6 Nc3 Nf6 d4 exd4 Nxd4 Bb4 Nxc6 bxc6 Bd3 d5"},
    {6, "C48", "e4 e5 Nf3 Nc6 Nc3 Nf6 Bb5 Nd4 Ba4 Bc5"},
    {20, "C42", "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d4 d5 Bd3 Nc6 O-O Be7"},
    {10, "C41", "e4 e5 Nf3 d6 d4 exd4 Nxd4 Nf6 Nc3 Be7"},
    {8, "C36", "e4 e5 f4 exf4 Nf3 d5 exd5 Nf6 Bb5+ c6 dxc6 Nxc6"},
    {4, "C30", "e4 e5 f4 Bc5 Nf3 d6 Nc3 Nf6 Bc4"},
    {10, "C26", "e4 e5 Nc3 Nf6 Bc4 Nc6 d3 Bb4 Nge2 d5"},
    {8, "C24", "e4 e5 Bc4 Nf6 d3 c6 Nf3 d5 Bb3 Bd6"},
    // Semi-open games
    {26, "B90", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5 Nb3 Be6 f3 Be7 Qd2 O-O O-O-O Nbd7"},
    {16, "B97", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bg5 e6 f4 Qb6 Qd2 Qxb2 Rb1 Qa3"},
    {12, "B92", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2 e5 Nb3 Be7 O-O O-O"},
    {16, "B76", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 Be3 Bg7 f3 O-O Qd2 Nc6 O-O-O d5"},
    {8, "B66", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6 Bg5 e6 Qd2 a6 O-O-O h6"},
    {10, "B52", "e4 c5 Nf3 d6 Bb5+ Bd7 Bxd7+ Qxd7 O-O Nc6 c3 Nf6"},
    {18, "B33",
     "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5 Ndb5 d6 Bg5 a6 Na3 b5 Nd5 Be7 Bxf6 Bxf6 c3 O-O"},
    {14, "B31", "e4 c5 Nf3 Nc6 Bb5 g6 O-O Bg7 Re1 e5 Bxc6 dxc6"},
    {10, "B35", "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6 Nc3 Bg7 Be3 Nf6 Bc4 O-O Bb3"},
    {12, "B48", "e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6 Nc3 Qc7 Be3 a6 Qd2 Nf6 O-O-O Bb4"},
    {10, "B42", "e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6 Bd3 Nf6 O-O Qc7 Qe2 d6"},
    {16, "B22", "e4 c5 c3 Nf6 e5 Nd5 d4 cxd4 Nf3 Nc6 cxd4 d6 Bc4 Nb6"},
    {12, "B23", "e4 c5 Nc3 Nc6 g3 g6 Bg2 Bg7 d3 d6"},
    {8, "B21", "e4 c5 d4 cxd4 c3 dxc3 Nxc3 Nc6 Nf3 d6 Bc4 e6"},
    {14, "C18", "e4 e6 d4 d5 Nc3 Bb4 e5 c5 a3 Bxc3+ bxc3 Ne7 Qg4 Qc7"},
    {12, "C11", "e4 e6 d4 d5 Nc3 Nf6 e5 Nfd7 f4 c5 Nf3 Nc6 Be3 cxd4 Nxd4 Bc5"},
    {14, "C07", "e4 e6 d4 d5 Nd2 c5 exd5 Qxd5 Ngf3 cxd4 Bc4 Qd6 O-O Nf6"},
    {16, "C02", "e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3 Qb6 a3 Nh6"},
    {10, "C01", "e4 e6 d4 d5 exd5 exd5 Nf3 Nf6 Bd3 Bd6 O-O O-O"},
    {16, "B18", "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5 Ng3 Bg6 h4 h6 Nf3 Nd7 h5 Bh7 Bd3 Bxd3 Qxd3 e6"},
    {20, "B12", "e4 c6 d4 d5 e5 Bf5 Nf3 e6 Be2 Nd7 O-O Ne7"},
    {10, "B13", "e4 c6 d4 d5 exd5 cxd5 c4 Nf6 Nc3 e6 Nf3 Bb4"},
    {18, "B01", "e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Nf6 Nf3 c6 Bc4 Bf5"},
    {8, "B01", "e4 d5 exd5 Nf6 d4 Nxd5 Nf3 g6 c4 Nb6"},
    {12, "B07", "e4 d6 d4 Nf6 Nc3 g6 f4 Bg7 Nf3 O-O Bd3 Na6"},
    {10, "B06", "e4 g6 d4 Bg7 Nc3 d6 Be3 a6 Qd2 b5"},
    {8, "B04", "e4 Nf6 e5 Nd5 d4 d6 Nf3 dxe5 Nxe5 c6"},
    {4, "B00", "e4 Nc6 d4 d5 e5 Bf5 c3 e6"},
    // Closed games
    {22, "D37", "d4 d5 c4 e6 Nc3 Nf6 Nf3 Be7 Bf4 O-O e3 c5 dxc5 Bxc5"},
    {16, "D58", "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 h6 Bh4 b6"},
    {14, "D36", "d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5 Bg5 Be7 e3 c6 Qc2 Nbd7 Bd3 O-O"},
    {10, "D34", "d4 d5 c4 e6 Nc3 c5 cxd5 exd5 Nf3 Nc6 g3 Nf6 Bg2 Be7 O-O O-O"},
    {18, "D15", "d4 d5 c4 c6 Nf3 Nf6 Nc3 a6 e3 b5 c5 g6"},
    {16, "D17", "d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bf5 Ne5 Nbd7 Nxc4 Qc7"},
    {18, "D45", "d4 d5 c4 c6 Nc3 Nf6 Nf3 e6 e3 Nbd7 Qc2 Bd6 Bd3 O-O O-O dxc4 Bxc4"},
    {10, "D44", "d4 d5 c4 c6 Nc3 Nf6 Nf3 e6 Bg5 dxc4 e4 b5 e5 h6 Bh4 g5"},
    {14, "D27", "d4 d5 c4 dxc4 Nf3 Nf6 e3 e6 Bxc4 c5 O-O a6 dxc5 Qxd1 Rxd1 Bxc5"},
    {22, "D02", "d4 d5 Nf3 Nf6 Bf4 c5 e3 Nc6 Nbd2 e6 c3 Bd6 Bg3 O-O"},
    {8, "D00", "d4 d5 Bf4 Nf6 e3 c5 c3 Nc6 Nd2 e6"},
    {16, "E15", "d4 Nf6 c4 e6 Nf3 b6 g3 Ba6 b3 Bb4+ Bd2 Be7 Bg2 c6 Bc3 d5"},
    {14, "E32", "d4 Nf6 c4 e6 Nc3 Bb4 Qc2 O-O a3 Bxc3+ Qxc3 b6 Bg5 Bb7"},
    {14, "E46", "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Nge2 d5 a3 Be7 cxd5 Nxd5"},
    {12, "E04", "d4 Nf6 c4 e6 g3 d5 Bg2 dxc4 Nf3 Nc6 Qa4 Bb4+ Bd2 Nd5"},
    {10, "A70", "d4 Nf6 c4 c5 d5 e6 Nc3 exd5 cxd5 d6 e4 g6 Nf3 Bg7 h3 O-O Bd3 b5"},
    {10, "A57", "d4 Nf6 c4 c5 d5 b5 cxb5 a6 bxa6 Bxa6 Nc3 d6"},
    {22, "E97", "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6 d5 Ne7 Ne1 Nd7"},
    {10, "E81", "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 f3 O-O Be3 c5 Nge2 Nc6"},
    {14, "D85", "d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5 e4 Nxc3 bxc3 Bg7 Nf3 c5 Be3 Qa5 Qd2"},
    {10, "D97", "d4 Nf6 c4 g6 Nc3 d5 Nf3 Bg7 Qb3 dxc4 Qxc4 O-O e4 a6"},
    {12, "A48", "d4 Nf6 Nf3 g6 Bf4 Bg7 e3 O-O Be2 d6 h3 c5"},
    {10, "A46", "d4 Nf6 Nf3 e6 Bg5 c5 e3 h6 Bh4 b6"},
    {10, "A45", "d4 Nf6 Bg5 Ne4 Bf4 c5 f3 Qa5+ c3 Nf6"},
    {12, "A87", "d4 f5 g3 Nf6 Bg2 g6 Nf3 Bg7 O-O O-O c4 d6 Nc3 Qe8"},
    {6, "A41", "d4 d6 c4 e5 Nf3 e4 Ng5 f5"},
    {6, "A40", "d4 e6 c4 Bb4+ Bd2 Bxd2+ Qxd2 f5"},
    // Flank openings
    {18, "A29", "c4 e5 Nc3 Nf6 Nf3 Nc6 g3 d5 cxd5 Nxd5 Bg2 Nb6 O-O Be7"},
    {12, "A30", "c4 c5 Nf3 Nf6 g3 b6 Bg2 Bb7 O-O e6 Nc3 Be7 d4 cxd4 Qxd4 d6"},
    {10, "A13", "c4 e6 Nf3 d5 g3 Nf6 Bg2 Be7 O-O O-O b3 c5"},
    {10, "A15", "c4 Nf6 Nc3 g6 g3 Bg7 Bg2 O-O Nf3 d6 O-O e5"},
    {18, "A07", "Nf3 d5 g3 Nf6 Bg2 c6 O-O Bg4 d3 Nbd7"},
    {12, "A09", "Nf3 d5 c4 d4 b4 g6 e3 Bg7"},
    {14, "A05", "Nf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O d3 d6"},
    {8, "A06", "Nf3 d5 b3 Nf6 Bb2 e6 e3 Be7"},
    {12, "A01", "b3 e5 Bb2 Nc6 e3 Nf6 Bb5 Bd6"},
    {8, "A02", "f4 d5 Nf3 Nf6 e3 g6 b3 Bg7"},
    {8, "A00", "g3 d5 Bg2 Nf6 d3 e5 Nf3 Nc6"},
    {3, "A00", "b4 e5 Bb2 Bxb4 Bxe5 Nf6"},
    {2, "A00", "Nc3 d5 e4 d4 Nce2 e5"},
    {2, "A00", "e3 d5 d4 Nf6"},
    {1, "A00", "g4 d5 Bg2 c6"},
});

void add_line(OpeningLines::Node& root, const Line& line) {
    OpeningLines::Node* node = &root;
    Position position = Position::start();
    std::string_view rest = line.moves;
    while (!rest.empty()) {
        const size_t length = std::min(rest.find(' '), rest.size());
        const auto move = parse_san(position, rest.substr(0, length));
        assert(move.has_value());
        rest.remove_prefix(std::min(length + 1, rest.size()));
        const auto same = [&](const OpeningLines::Node& child) { return child.move == *move; };
        auto child = std::find_if(node->children.begin(), node->children.end(), same);
        if (child == node->children.end()) {
            child = node->children.insert(child, {*move, 0, {}, {}});
        }
        position.make_move<Maintain::Board>(*move);
        node = &*child;
        node->weight += line.weight;
    }
    node->eco = line.eco;
}

// The code of the only line below a node; empty when there are several or a code occurs before its
// end.
std::string_view only_code_below(const OpeningLines::Node& node) {
    const OpeningLines::Node* at = &node;
    while (at->eco.empty() && at->children.size() == 1) at = &at->children.front();
    return at->eco;
}

// A node that no line names has the code of the only line through it, otherwise that of its parent.
void fill_codes(OpeningLines::Node& node) {
    for (OpeningLines::Node& child : node.children) {
        if (child.eco.empty()) child.eco = only_code_below(child);
        if (child.eco.empty()) child.eco = node.eco;
        fill_codes(child);
    }
}

}  // namespace

OpeningLines::OpeningLines() {
    root_.eco = "A00";
    for (const Line& line : kLines) add_line(root_, line);
    fill_codes(root_);
}

const OpeningLines::Node* OpeningLines::draw(const Node& node, Random& random) {
    uint32_t total = 0;
    for (const Node& child : node.children) total += child.weight;
    if (total == 0) return nullptr;
    uint32_t ticket = random.below(total);
    for (const Node& child : node.children) {
        if (ticket < child.weight) return &child;
        ticket -= child.weight;
    }
    return nullptr;
}

}  // namespace edge::synth
