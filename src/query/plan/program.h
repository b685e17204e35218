// The plan of a query: its atoms each once, its conditions as lanes over them, its leaves, and the
// boolean tree on top. Made once by compile(), then only read, by any number of threads.
//
//   tree      and ── or ...                 three-valued: true, false, not yet known
//   header    result = W        leaf        streak(5, ...)
//   leaf                        lane        a composite of atoms that is true or false at a ply
//   lane                        atom        asked again only after an event that can change it
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "edge/result.h"
#include "query/expr.h"
#include "query/plan/atom_code.h"

namespace edge::query {

// Atoms (numbers into Program::atoms) that all hold, and alternatives of which each holds.
struct Composite {
    struct Alternatives;
    std::vector<uint16_t> atoms;  // cheapest first
    std::vector<Alternatives> any;
    friend bool operator==(const Composite&, const Composite&) = default;
};
struct Composite::Alternatives {
    std::vector<Composite> lists;
    bool negated = false;
    friend bool operator==(const Alternatives&, const Alternatives&) = default;
};

struct Lane {
    Composite composite;
    uint8_t events = 0;  // of all its atoms
};

// A condition seen through its window, in one lane or, for Side::Either, in two.
struct WindowLeaf {
    std::vector<uint16_t> lanes;
    Edge edge = Edge::None;
    Quantifier quantifier = Quantifier::Streak;  // Streak, Always or Never
    uint32_t streak = 1;
    uint32_t from = 0;
    uint32_t until = UINT32_MAX;
};

// Steps, of which each comes right after the one before (its bit in `adjacent`) or any time later.
struct SequenceLeaf {
    static constexpr size_t kMaxSteps = 64;
    // A step holds when one of its lanes does: one, or two for Side::Either.
    struct Step {
        std::vector<uint16_t> lanes;
        Edge edge = Edge::None;
    };
    std::vector<Step> steps;
    uint64_t adjacent = 0;
};

struct Leaf {
    std::variant<WindowLeaf, SequenceLeaf> leaf;
    std::string text;  // its part of the canonical text
};

// The boolean tree in post-order: children stand before their parent, the root is last.
struct Node {
    enum class Kind : uint8_t { True, Header, Leaf, Not, And, Xor, Or, Sub };
    Kind kind = Kind::True;
    uint32_t number = 0;             // of the header test or leaf
    std::vector<uint32_t> operands;  // nodes
};

// A test that a game's header decides: a HeaderTest or a stored bitmap.
struct HeaderLeaf {
    std::variant<HeaderTest, BitmapRef> test;
    friend bool operator==(const HeaderLeaf&, const HeaderLeaf&) = default;
};

struct Program {
    std::vector<AtomCode> atoms;
    std::vector<SubFen> patterns;  // at most kMaxPatterns, in the order of their bytes
    MissTable misses{};
    std::vector<Lane> lanes;
    std::vector<Leaf> leaves;
    std::vector<HeaderLeaf> headers;
    std::vector<Node> nodes;

    uint8_t events = 0;          // of all lanes
    uint8_t keeps = 0;           // what the board keeps
    uint32_t last_ply = 0;       // no leaf looks beyond it; UINT32_MAX: to the end
    bool has_sequences = false;  // those are asked at every ply
    bool is_quiet = false;       // its atoms look at counts and at the squares of `men` alone
    uint16_t men = 0;            // of a quiet program, as bits 1 << Piece
};

// `query` is normalised. InvalidArgument when it is too large for the engine.
Result<Program> compile(const Expr& query);

}  // namespace edge::query
