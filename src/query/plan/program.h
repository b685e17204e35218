// The plan of a query: each atom once, the conditions as lanes over them, the leaves, and the
// boolean tree on top. compile() makes it; then any number of threads may read it.
//
//   tree      and ── or ...                 three-valued: true, false, not yet known
//   header    result = W        leaf        streak(5, ...)
//   leaf                        lane        a composite of atoms that is true or false at a ply
//   lane                        atom        tested again only after an event that can change it
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "edge/result.h"
#include "query/expr.h"
#include "query/plan/predicate_evaluation.h"

namespace edge::query {

// Atoms (indices into Program::atoms) and Alternatives that all hold.
struct Composite {
    struct Alternatives;
    std::vector<uint16_t> atoms;  // cheapest first
    std::vector<Alternatives> any;
    friend bool operator==(const Composite&, const Composite&) = default;
};
// any(...) or, negated, none(...).
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
    Transition transition = Transition::None;
    Quantifier quantifier = Quantifier::Streak;  // Streak, Always or Never
    uint32_t streak = 1;
    uint32_t from = 0;
    uint32_t until = UINT32_MAX;
};

// Steps, each at the ply after the one before (where its bit in `adjacent` is set) or at any later
// ply.
struct SequenceLeaf {
    static constexpr size_t kMaxSteps = 64;
    // A step holds when one of its lanes does; Side::Either has two.
    struct Step {
        std::vector<uint16_t> lanes;
        Transition transition = Transition::None;
    };
    std::vector<Step> steps;
    uint64_t adjacent = 0;
};

struct Leaf {
    std::variant<WindowLeaf, SequenceLeaf> leaf;
    std::string text;  // its part of the canonical text
};

// The boolean tree in post-order: children come before their parent, the root is last.
struct Node {
    enum class Kind : uint8_t { True, Header, Leaf, Not, And, Xor, Or, Sub };
    Kind kind = Kind::True;
    uint32_t number = 0;                // of the header test or leaf
    std::vector<uint32_t> operands;     // nodes
    std::optional<PlyRange> only = {};  // what a window on the winner or loser sees
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
    uint32_t last_ply = 0;       // no leaf looks beyond this; UINT32_MAX: to the end
    bool has_sequences = false;  // which are tested at every ply
    bool is_quiet = false;       // its atoms depend only on counts and the squares of `pieces`
    uint16_t pieces = 0;         // of a quiet program, as bits 1 << Piece
};

// `query` is normalised. InvalidArgument when it is too large for the engine.
Result<Program> compile(const Expr& query);

}  // namespace edge::query
