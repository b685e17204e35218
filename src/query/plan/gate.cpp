#include "query/plan/gate.h"

#include <optional>

#include "core/overloaded.h"

namespace edge::query {

namespace {

struct GateOfAtom {
    gate::Any kind;
    bool is_exact;  // where it passes, the atom holds
};

constexpr bool kExact = true;
constexpr bool kNecessary = false;

std::optional<GateOfAtom> gate_of(const PlainCode& code) {
    switch (code.predicate) {
        case PlainPredicate::RookOnSeventh: {
            const Piece rook = make_piece(code.color, PieceType::Rook);
            return GateOfAtom{gate::StandsOn{index(rook), seventh_rank(code.color)}, kExact};
        }
        case PlainPredicate::Iqp: {
            const Piece pawn = make_piece(code.color, PieceType::Pawn);
            return GateOfAtom{gate::StandsOn{index(pawn), file_bits(3)}, kNecessary};
        }
        case PlainPredicate::OppositeBishops: {
            const PackedCounts one_each =
                one_of(index(make_piece(Color::White, PieceType::Bishop))) +
                one_of(index(make_piece(Color::Black, PieceType::Bishop)));
            return GateOfAtom{gate::CountsHold{15 * one_each, one_each, nullptr}, kNecessary};
        }
        default:
            return std::nullopt;
    }
}

// Nothing where an atom has no gate cheaper than itself.
std::optional<GateOfAtom> gate_of(const AtomCode& atom) {
    using Found = std::optional<GateOfAtom>;
    return std::visit(
        Overloaded{
            [](const CountCode& code) -> Found {
                const bool is_mask = code.tests.empty() && !code.impossible;
                return GateOfAtom{
                    gate::CountsHold{code.mask, code.value, is_mask ? nullptr : &code}, kExact};
            },
            [](const MaterialCode& code) -> Found {
                return GateOfAtom{gate::SameMaterial{code.counts, code.flipped}, kExact};
            },
            [](const FileCode& code) -> Found {
                return GateOfAtom{gate::FileHolds{&code}, kExact};
            },
            [](const ShiftCode& code) -> Found {
                return GateOfAtom{gate::FitsSomewhere{&code}, kExact};
            },
            [](const PlainCode& code) -> Found { return gate_of(code); },
            [](const TurnCode& test) -> Found {
                return GateOfAtom{gate::ColorToMove{index(test.color)}, kExact};
            },
            [](const PatternCode& code) -> Found {
                return GateOfAtom{gate::FitsPattern{code.first, code.second}, kExact};
            },
            [](const PositionCode& code) -> Found {
                return GateOfAtom{gate::SamePlacement{code.placement_hash}, kNecessary};
            },
            [](const MoveCode& code) -> Found {
                return GateOfAtom{gate::MovesTo{code.targets}, kNecessary};
            },
            [](const Moved& test) -> Found { return GateOfAtom{gate::MoveOf{test.kinds}, kExact}; },
            // No kinds: nothing is taken, which is kind 0.
            [](const Captured& test) -> Found {
                const uint64_t kinds = test.kinds == 0 ? 1 : test.kinds;
                return GateOfAtom{gate::MoveTakes{kinds}, kExact};
            },
            [](const Promoted&) -> Found { return GateOfAtom{gate::MovesSpecially{}, kNecessary}; },
            [](const auto&) -> Found { return std::nullopt; },
        },
        atom.test);
}

}  // namespace

Gate::Gate(const Program& program, uint16_t lane)
    : events_(program.lanes[lane].events), lane_(lane) {
    const Composite& composite = program.lanes[lane].composite;
    for (const uint16_t atom : composite.atoms) {
        auto found = gate_of(program.atoms[atom]);
        if (!found || found->kind.index() >= kind_.index()) continue;
        kind_ = found->kind;
        is_exact_ = found->is_exact;
    }
    // One of several atoms says nothing about the others.
    if (composite.atoms.size() != 1 || !composite.any.empty()) is_exact_ = false;
}

}  // namespace edge::query
