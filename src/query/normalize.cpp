#include <algorithm>
#include <utility>

#include "query/expr.h"

namespace edge::query {

namespace {

const AnyOf* any_of(const Atom& atom) { return std::get_if<AnyOf>(&atom.test); }

bool counts_ours(const CountChain& chain) {
    return std::ranges::any_of(chain.sums, [](const CountSum& sum) {
        return std::ranges::any_of(sum, [](const CountTerm& term) {
            return term.counted >= Counted::OurPawn && term.counted != Counted::Const;
        });
    });
}

// queens_off without a side means both colours.
Atom no_queens() {
    return {
        CountChain{{{{1, Counted::WhiteQueen}}, {{1, Counted::BlackQueen}}, {{0, Counted::Const}}},
                   {Relation::Equal, Relation::Equal}}};
}

void resolve_queens_off(AtomList& atoms) {
    for (Atom& atom : atoms) {
        if (atom == Atom{PlainPredicate::QueensOff}) {
            atom = no_queens();
        } else if (auto* any = std::get_if<AnyOf>(&atom.test)) {
            for (AtomList& list : any->lists) resolve_queens_off(list);
        }
    }
}

// Neither negates a condition, and a game may be without winner or loser.
bool changes_any_condition(Side side) {
    return side == Side::Neither || side == Side::Winner || side == Side::Loser;
}

void normalize(Condition& condition) {
    if (condition.side == Side::Default) {
        resolve_queens_off(condition.atoms);
        if (depends_on_side(condition.atoms) && !asks_side_to_move(condition.atoms)) {
            condition.side = Side::Either;
        }
    } else if (!changes_any_condition(condition.side) && !depends_on_side(condition.atoms)) {
        condition.side = Side::Default;
    }
}

void normalize(Windowed& windowed) {
    const bool has_range = windowed.range.has_value();
    if (windowed.quantifier == Quantifier::Default) {
        const bool once = has_range || windowed.condition.transition != Transition::None;
        windowed.quantifier = Quantifier::Streak;
        windowed.streak = once ? 1 : default_streak_of(windowed.condition.atoms);
    } else if (windowed.quantifier != Quantifier::Streak) {
        windowed.streak = 1;
    }
    if (has_range && windowed.range->from == 0 && !windowed.range->until) windowed.range.reset();
    normalize(windowed.condition);
}

bool joins(BoolOp op) { return op == BoolOp::And || op == BoolOp::Or || op == BoolOp::Xor; }

Expr normalize(Combination combination) {
    std::vector<Expr> operands;
    for (Expr& operand : combination.operands) {
        Expr plain = normalized(std::move(operand));
        auto* inner = std::get_if<Combination>(&plain.node);
        if (inner != nullptr && inner->op == combination.op && joins(combination.op)) {
            std::ranges::move(inner->operands, std::back_inserter(operands));
        } else if (inner != nullptr && combination.op == BoolOp::Not && inner->op == BoolOp::Not) {
            return std::move(inner->operands.front());
        } else {
            operands.push_back(std::move(plain));
        }
    }
    return {Combination{combination.op, std::move(operands)}};
}

}  // namespace

uint32_t default_streak_of(const AtomList& atoms) {
    uint32_t floor = 1;
    for (const Atom& atom : atoms) {
        floor = std::max(floor, info_of(atom).default_streak);
        if (const AnyOf* any = any_of(atom)) {
            for (const AtomList& list : any->lists)
                floor = std::max(floor, default_streak_of(list));
        }
    }
    return floor;
}

bool depends_on_side(const AtomList& atoms) {
    return std::ranges::any_of(atoms, [](const Atom& atom) {
        if (const AnyOf* any = any_of(atom))
            return std::ranges::any_of(any->lists, depends_on_side);
        if (const auto* chain = std::get_if<CountChain>(&atom.test)) return counts_ours(*chain);
        if (const auto* mover = std::get_if<ToMove>(&atom.test)) {
            return mover->turn == Turn::Us || mover->turn == Turn::Them;
        }
        return info_of(atom).about_side;
    });
}

bool asks_side_to_move(const AtomList& atoms) {
    return std::ranges::any_of(atoms, [](const Atom& atom) {
        if (const AnyOf* any = any_of(atom))
            return std::ranges::any_of(any->lists, asks_side_to_move);
        return info_of(atom).about_side_to_move;
    });
}

Expr normalized(Expr query) {
    if (auto* windowed = std::get_if<Windowed>(&query.node)) {
        normalize(*windowed);
    } else if (auto* sequence = std::get_if<Sequence>(&query.node)) {
        for (auto& run : sequence->runs) {
            for (Condition& condition : run) normalize(condition);
        }
    } else if (auto* combination = std::get_if<Combination>(&query.node)) {
        return normalize(std::move(*combination));
    }
    return query;
}

}  // namespace edge::query
