#include "query/gate.h"

#include "query/overloaded.h"

namespace edge::query {

Gate::Gate(const Program& program, uint16_t lane)
    : events_(program.lanes[lane].events), lane_(lane) {
    const Composite& composite = program.lanes[lane].composite;
    bool knows_all = false;
    for (const uint16_t atom : composite.atoms) knows_all = set(program.atoms[atom]);
    is_exact_ = knows_all && composite.atoms.size() == 1 && composite.any.empty();
}

// Takes the atom as the gate when it is the better one. True when the gate is then all of the atom.
bool Gate::set(const AtomCode& atom) {
    const auto take = [this](Kind kind, uint64_t a, uint64_t b, const void* code, bool exact) {
        if (kind >= kind_) return false;
        kind_ = kind;
        a_ = a;
        b_ = b;
        code_ = code;
        return exact;
    };
    return std::visit(
        Overloaded{
            [&](const CountCode& code) {
                const bool is_mask = code.tests.empty() && !code.impossible;
                return take(Kind::Counts, code.mask, code.value, is_mask ? nullptr : &code, true);
            },
            [&](const MaterialCode& code) {
                return take(Kind::Material, code.counts, code.flipped, nullptr, true);
            },
            [&](const FileCode& code) { return take(Kind::File, 0, 0, &code, true); },
            [&](const ShiftCode& code) { return take(Kind::Shift, 0, 0, &code, true); },
            [&](const SideCode& code) {
                if (code.predicate != SidePredicate::RookOnSeventh) return false;
                return take(Kind::Squares, seventh_rank(code.color),
                            index(make_piece(code.color, PieceType::Rook)), nullptr, true);
            },
            [&](const ToMove& test) {
                return take(Kind::Turn, index(test.color), 0, nullptr, true);
            },
            [&](const PatternCode& code) {
                return take(Kind::Misses, code.first, code.second, nullptr, true);
            },
            [&](const PositionCode& code) {
                return take(Kind::Hash, code.placement_hash, 0, nullptr, false);
            },
            [&](const MoveCode& code) {
                return take(Kind::Target, code.targets, 0, nullptr, false);
            },
            [&](const Moved& test) { return take(Kind::Mover, test.kinds, 0, nullptr, true); },
            // No kinds: nothing is taken, which is kind 0.
            [&](const Captured& test) {
                return take(Kind::Taken, test.kinds == 0 ? 1 : test.kinds, 0, nullptr, true);
            },
            [&](const Promoted&) { return take(Kind::Special, 0, 0, nullptr, false); },
            [](const auto&) { return false; },
        },
        atom.test);
}

}  // namespace edge::query
