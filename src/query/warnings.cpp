#include "query/warnings.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "query/lang/text.h"

namespace edge::query {

namespace {

// Whether it matters to the atoms which side is asked about; those about the side to move take
// whichever it is.
bool differ_by_side(const AtomList& atoms) {
    AtomList others = atoms;
    std::erase_if(others, [](const Atom& atom) { return asks_side_to_move({atom}); });
    return depends_on_side(others);
}

bool has_none_of_a_side(const AtomList& atoms) {
    return std::ranges::any_of(atoms, [](const Atom& atom) {
        const auto* any = std::get_if<AnyOf>(&atom.test);
        return any != nullptr &&
               std::ranges::any_of(any->lists, any->negated ? differ_by_side : has_none_of_a_side);
    });
}

// Whether an atom seldom holds at two plies in a row.
bool is_about_one_ply(const Atom& atom) {
    if (asks_side_to_move({atom}) || atom == Atom{PlainPredicate::GivesCheck}) return true;
    return std::holds_alternative<ToMove>(atom.test) ||
           std::holds_alternative<MoveTest>(atom.test) ||
           std::holds_alternative<Moved>(atom.test) ||
           std::holds_alternative<Captured>(atom.test) ||
           std::holds_alternative<Promoted>(atom.test);
}

class Warnings {
public:
    void add_for(const Expr& asked) {
        if (const auto* windowed = std::get_if<Windowed>(&asked.node)) {
            add_for_side(*windowed, false);
            add_for_window(*windowed);
        } else if (const auto* sequence = std::get_if<Sequence>(&asked.node)) {
            for (const auto& run : sequence->runs) {
                for (const Condition& step : run) {
                    add_for_side({step, Quantifier::Streak, 1, std::nullopt}, true);
                }
            }
        } else if (const auto* combination = std::get_if<Combination>(&asked.node)) {
            for (const Expr& operand : combination->operands) add_for(operand);
        }
    }

    std::vector<std::string> take() { return std::move(warnings_); }

private:
    // The steps of a sequence have no window to write out.
    void add_for_side(const Windowed& asked, bool is_step) {
        const auto text_with = [&](Side side) {
            Windowed understood = std::get<Windowed>(normalized({asked}).node);
            understood.condition.side = side;
            return is_step ? to_text(understood.condition) : to_text({understood});
        };
        const AtomList atoms = std::get<Windowed>(normalized({asked}).node).condition.atoms;
        switch (asked.condition.side) {
            case Side::Default:
                // none(passed_pawn) holds as soon as one of the two sides has no passed pawn.
                if (!has_none_of_a_side(atoms)) return;
                return warnings_.push_back(fmt::format(
                    "without a side, none(...) is asked of White alone or of Black alone, as in "
                    "{}; to ask it of both, write {}",
                    text_with(Side::Either), text_with(Side::Both)));
            case Side::White:
            case Side::Black:
            case Side::Mover:
                if (depends_on_side(atoms)) return;
                return warnings_.push_back(fmt::format(
                    "nothing in {} is about a side, so the side does not change it; the moves of "
                    "that side are those with to_move(us)",
                    text_with(asked.condition.side)));
            case Side::Winner:
            case Side::Loser:
                if (depends_on_side(atoms)) return;
                return warnings_.push_back(fmt::format(
                    "nothing in {} is about a side, so it only asks for games that somebody won; "
                    "the moves of that side are those with to_move(us)",
                    text_with(asked.condition.side)));
            case Side::Either:
            case Side::Both:
            case Side::Neither:
                return;
        }
    }

    void add_for_window(const Windowed& asked) {
        if (asked.quantifier != Quantifier::Default) return;
        Windowed understood = std::get<Windowed>(normalized({asked}).node);
        if (understood.streak < 2) return;
        const Condition& condition = understood.condition;
        if (condition.side != Side::Mover &&
            std::ranges::none_of(condition.atoms, is_about_one_ply)) {
            return;
        }
        const std::string text = to_text({understood});
        const uint32_t streak = std::exchange(understood.streak, 1);
        warnings_.push_back(fmt::format(
            "without a window, {} was understood, {} plies in a row; for one position write {}",
            text, streak, to_text({understood})));
    }

    std::vector<std::string> warnings_;
};

}  // namespace

std::vector<std::string> warnings_about(const Expr& asked) {
    Warnings warnings;
    warnings.add_for(asked);
    return warnings.take();
}

}  // namespace edge::query
