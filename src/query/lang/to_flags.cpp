// The way back: a normalised query as flags, where they can express it.
#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "chess/fen.h"
#include "core/overloaded.h"
#include "query/lang/flags.h"
#include "query/lang/notation.h"
#include "query/lang/text_words.h"

namespace edge::query {

namespace {

using Flags = std::vector<Flag>;

// Writing a part of a query adds its flags; false when flags cannot express it.

// ---- header tests

// The bounds, both included, that flags give instead of a relation; false for !=, which has none.
bool bounds_of(const NumberTest& test, std::optional<int32_t>& from,
               std::optional<int32_t>& until) {
    using Limits = std::numeric_limits<int32_t>;
    switch (test.relation) {
        case Relation::Equal:
            from = until = test.value;
            return true;
        case Relation::GreaterEqual:
            from = test.value;
            return true;
        case Relation::LessEqual:
            until = test.value;
            return true;
        case Relation::Greater:
            if (test.value < Limits::max()) from = test.value + 1;
            return from.has_value();
        case Relation::Less:
            if (test.value > Limits::min()) until = test.value - 1;
            return until.has_value();
        case Relation::NotEqual:
            break;
    }
    return false;
}

// The names after --min- and --max-; empty for a field that has a flag for ranges.
std::string_view bounded_name(NumberField field) {
    switch (field) {
        case NumberField::Elo:
            return "elo";
        case NumberField::WhiteElo:
            return "white-elo";
        case NumberField::BlackElo:
            return "black-elo";
        case NumberField::Plies:
            return "plies";
        default:
            return {};
    }
}

std::string_view range_name(NumberField field) {
    switch (field) {
        case NumberField::Year:
            return "--year";
        case NumberField::EloDiff:
            return "--elo-diff";
        case NumberField::BaseSeconds:
            return "--tc-base";
        default:
            return "--tc-inc";
    }
}

bool write(const NumberTest& test, Flags& flags) {
    std::optional<int32_t> from, until;
    if (!bounds_of(test, from, until)) return false;
    const bool may_be_negative = test.field == NumberField::EloDiff;
    if (!may_be_negative && (from.value_or(0) < 0 || until.value_or(0) < 0)) return false;
    if (const std::string_view name = bounded_name(test.field); !name.empty()) {
        if (from) flags.push_back({fmt::format("--min-{}", name), std::to_string(*from)});
        if (until) flags.push_back({fmt::format("--max-{}", name), std::to_string(*until)});
        return true;
    }
    const std::string range = from == until
                                  ? std::to_string(*from)
                                  : fmt::format("{}..{}", from ? std::to_string(*from) : "",
                                                until ? std::to_string(*until) : "");
    flags.push_back({std::string(range_name(test.field)), range});
    return true;
}

bool write(const DateTest& test, Flags& flags) {
    const bool is_equal = test.relation == Relation::Equal;
    if (is_equal || test.relation == Relation::GreaterEqual) {
        flags.push_back({"--date-from", to_text(test.value)});
    }
    if (is_equal || test.relation == Relation::LessEqual) {
        flags.push_back({"--date-to", to_text(test.value)});
    }
    return is_equal || test.relation == Relation::GreaterEqual ||
           test.relation == Relation::LessEqual;
}

template <class Test>
bool write_list(std::string name, const Test& test, Flags& flags) {
    std::string values = to_text(test);
    if (values.empty()) return false;
    flags.push_back({std::move(name), std::move(values)});
    return true;
}

bool write(const NameTest& test, Flags& flags) {
    const bool is_exact = test.match == TextMatch::Exact;
    if (test.text.empty() || (is_exact && test.text.starts_with('~'))) return false;
    const char* const name = test.player == Player::White   ? "--white-name"
                             : test.player == Player::Black ? "--black-name"
                                                            : "--player";
    flags.push_back({name, (is_exact ? "" : "~") + test.text});
    return true;
}

bool write(const TagTest& test, Flags& flags) {
    if (test.name.empty() || test.name.find_first_of("=~") != std::string::npos) return false;
    flags.push_back(
        {"--tag", test.name + (test.match == TextMatch::Exact ? "=" : "~") + test.text});
    return true;
}

bool write(const HeaderTest& header, Flags& flags) {
    return std::visit(
        Overloaded{
            [&](const ResultTest& test) { return write_list("--result", test, flags); },
            [&](const EcoTest& test) { return !test.negated && write_list("--eco", test, flags); },
            [&](const TimeClassTest& test) { return write_list("--tc", test, flags); },
            [&](const SpeedTest& test) { return write_list("--speed", test, flags); },
            [&](const TerminationTest& test) { return write_list("--termination", test, flags); },
            [&](const auto& test) { return write(test, flags); },
        },
        header);
}

// ---- conditions

std::string moves_text(const MoveTest& test) {
    std::string moves;
    for (const MovePattern& pattern : test.moves) {
        if (!moves.empty()) moves += ',';
        moves += to_text(pattern);
    }
    return moves;
}

// Nothing where the flag is written without a value.
std::optional<std::string> value_of(const Atom& atom) {
    using Value = std::optional<std::string>;
    return std::visit(
        Overloaded{
            [](PlainPredicate) { return Value{}; },
            [](const FileTest& test) { return test.file ? Value{file_text(*test.file)} : Value{}; },
            [](const CountChain& chain) { return Value{to_text(chain)}; },
            [](const ToMove& test) { return Value{to_text(test.turn)}; },
            [](const MaterialTest& test) { return Value{to_text(test)}; },
            [](const SubFen& pattern) { return Value{to_text(pattern)}; },
            [](const PositionTest& test) { return Value{to_fen(test.position)}; },
            [](const OpeningTest& test) { return Value{test.text}; },
            [](const MoveTest& test) { return Value{moves_text(test)}; },
            [](const Moved& test) { return Value{kinds_text(test.kinds)}; },
            [](const Captured& test) {
                return Value{test.kinds == 0 ? "none" : kinds_text(test.kinds)};
            },
            [](const Promoted& test) { return Value{kinds_text(test.kinds)}; },
            [](const AnyOf&) { return Value{}; },
        },
        atom.test);
}

bool write(const Atom& atom, Flags& flags) {
    const std::string_view name = info_of(atom).flag.text();
    if (name.empty()) return false;
    flags.push_back({std::string(name), value_of(atom)});
    return true;
}

// --mirror, --mirror-files and --shift apply to all patterns of a condition.
bool write_pattern_options(const AtomList& atoms, Flags& flags) {
    const SubFen* first = nullptr;
    for (const Atom& atom : atoms) {
        const auto* pattern = std::get_if<SubFen>(&atom.test);
        if (pattern == nullptr) continue;
        if (first == nullptr) first = pattern;
        if (pattern->mirror != first->mirror || pattern->mirror_files != first->mirror_files ||
            pattern->shift != first->shift) {
            return false;
        }
    }
    if (first != nullptr && first->mirror) flags.push_back({"--mirror"});
    if (first != nullptr && first->mirror_files) flags.push_back({"--mirror-files"});
    if (first != nullptr && first->shift) flags.push_back({"--shift"});
    return true;
}

bool has_queens_off(const AtomList& atoms) {
    return std::ranges::find(atoms, Atom{PlainPredicate::QueensOff}) != atoms.end();
}

// Without a side, --queens-off means both colours, and --in-check whoever is to move.
bool differs_without_side(const AtomList& atoms) {
    return has_queens_off(atoms) || asks_side_to_move(atoms);
}

void write_side(const Condition& condition, Flags& flags) {
    if (condition.side == Side::Default ||
        (condition.side == Side::Either && !differs_without_side(condition.atoms))) {
        return;
    }
    flags.push_back({"--side", std::string(word_of(kSides, condition.side))});
}

bool write(const Condition& condition, Flags& flags) {
    for (const Atom& atom : condition.atoms) {
        if (!write(atom, flags)) return false;
    }
    if (!write_pattern_options(condition.atoms, flags)) return false;
    write_side(condition, flags);
    if (condition.transition == Transition::Became) flags.push_back({"--became"});
    if (condition.transition == Transition::Ceased) flags.push_back({"--ceased"});
    return true;
}

bool is_every_position(const Windowed& windowed) {
    const Condition& condition = windowed.condition;
    return condition.atoms == AtomList{{PlainPredicate::Pass}} && condition.side == Side::Default &&
           condition.transition == Transition::None && windowed.range &&
           windowed.quantifier == Quantifier::Streak && windowed.streak == 1;
}

bool write(const Windowed& windowed, Flags& flags) {
    if (!is_every_position(windowed)) {
        if (!write(windowed.condition, flags)) return false;
        if (windowed.quantifier == Quantifier::Always) flags.push_back({"--always"});
        if (windowed.quantifier == Quantifier::Never) flags.push_back({"--never"});
        if (windowed.quantifier == Quantifier::Streak) {
            flags.push_back({"--streak", std::to_string(windowed.streak)});
        }
    }
    if (!windowed.range) return true;
    const auto& [from, until] = *windowed.range;
    if (from != 0 || !until) flags.push_back({"--from-ply", std::to_string(from)});
    if (until) flags.push_back({"--until-ply", std::to_string(*until)});
    return true;
}

bool write(const Sequence& sequence, Flags& flags) {
    if (sequence.runs.size() < 2) return false;
    for (const auto& run : sequence.runs) {
        if (run.size() != 1) return false;
        if (&run != &sequence.runs.front()) flags.push_back({"--then"});
        if (!write(run.front(), flags)) return false;
    }
    return true;
}

// ---- composition

const Combination* combination(const Expr& expr, BoolOp op) {
    const auto* found = std::get_if<Combination>(&expr.node);
    return found != nullptr && found->op == op ? found : nullptr;
}

bool write_clause(const Expr& expr, Flags& flags) {
    if (const Combination* negation = combination(expr, BoolOp::Not)) {
        flags.push_back({"--not"});
        const Expr& inner = negation->operands.front();
        return combination(inner, BoolOp::Not) == nullptr && write_clause(inner, flags);
    }
    if (const auto* windowed = std::get_if<Windowed>(&expr.node)) return write(*windowed, flags);
    const auto* sequence = std::get_if<Sequence>(&expr.node);
    return sequence != nullptr && write(*sequence, flags);
}

bool write_alternative(std::span<const Expr> clauses, Flags& flags) {
    for (const Expr& clause : clauses) {
        if (&clause != &clauses.front()) flags.push_back({"--cond"});
        if (!write_clause(clause, flags)) return false;
    }
    return true;
}

bool write_alternatives(const Combination& alternatives, Flags& flags) {
    for (const Expr& alternative : alternatives.operands) {
        if (&alternative != &alternatives.operands.front()) flags.push_back({"--or"});
        const Combination* conjunction = combination(alternative, BoolOp::And);
        const std::span<const Expr> clauses = conjunction != nullptr
                                                  ? std::span<const Expr>(conjunction->operands)
                                                  : std::span<const Expr>(&alternative, 1);
        if (!write_alternative(clauses, flags)) return false;
    }
    return true;
}

}  // namespace

std::optional<std::vector<Flag>> to_flags(const Expr& query) {
    if (std::holds_alternative<All>(query.node)) return Flags{};
    const Combination* conjunction = combination(query, BoolOp::And);
    const std::span<const Expr> terms = conjunction != nullptr
                                            ? std::span<const Expr>(conjunction->operands)
                                            : std::span<const Expr>(&query, 1);
    Flags flags;
    std::vector<Expr> clauses;
    for (const Expr& term : terms) {
        if (const auto* header = std::get_if<HeaderTest>(&term.node)) {
            if (!write(*header, flags)) return std::nullopt;
        } else if (const auto* bitmap = std::get_if<BitmapRef>(&term.node)) {
            flags.push_back({"--input-bitmap", bitmap->name});
        } else {
            clauses.push_back(term);
        }
    }
    // Filters apply to the whole query, so one disjunction can go with them, but nothing else.
    const Combination* alternatives =
        clauses.size() == 1 ? combination(clauses.front(), BoolOp::Or) : nullptr;
    const bool is_written = alternatives != nullptr ? write_alternatives(*alternatives, flags)
                                                    : write_alternative(clauses, flags);
    if (!is_written) return std::nullopt;
    return flags;
}

}  // namespace edge::query
