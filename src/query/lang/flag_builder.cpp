#include "query/lang/flag_builder.h"

#include <algorithm>

#include <fmt/format.h>

namespace edge::query {

namespace {

constexpr std::string_view kOneWindow = "; a condition has one window, and --cond opens another";

bool has_pattern(const AtomList& atoms) {
    return std::ranges::any_of(
        atoms, [](const Atom& atom) { return std::holds_alternative<SubFen>(atom.test); });
}

Expr joined(BoolOp op, std::vector<Expr> operands) {
    if (operands.size() == 1) return std::move(operands.front());
    return {Combination{op, std::move(operands)}};
}

}  // namespace

void FlagBuilder::wrong(std::string_view flag, std::string_view what) {
    if (problem_.empty()) problem_ = fmt::format("{}: {}", flag, what);
}

// Notes that the current flag sets a field which only one flag of a condition may set.
void FlagBuilder::claim(std::string& flag_of_field, std::string_view hint) {
    if (!flag_of_field.empty()) {
        wrong(label_, fmt::format("the condition already has {}{}", flag_of_field, hint));
    }
    flag_of_field = label_;
}

void FlagBuilder::set_side(Side side) {
    claim(step().side_flag, "");
    step().condition.side = side;
}

void FlagBuilder::set_transition(Transition transition) {
    claim(step().transition_flag, "");
    step().condition.transition = transition;
}

void FlagBuilder::set_quantifier(Quantifier quantifier, uint32_t streak) {
    claim(clause().quantifier_flag, kOneWindow);
    clause().quantifier = quantifier;
    clause().streak = streak;
}

void FlagBuilder::set_from_ply(uint32_t ply) {
    claim(clause().from_flag, kOneWindow);
    clause().from = ply;
}

void FlagBuilder::set_until_ply(uint32_t ply) {
    claim(clause().until_flag, kOneWindow);
    clause().until = ply;
}

void FlagBuilder::negate() { claim(clause().not_flag, ""); }

// The flag that a message about a condition without predicates names.
std::string FlagBuilder::first_flag(const Clause& clause) {
    const Step& step = clause.steps.back();
    for (const std::string& flag : {clause.quantifier_flag, clause.from_flag, clause.until_flag,
                                    clause.not_flag, step.side_flag, step.transition_flag,
                                    step.mirror_flag, step.mirror_files_flag, step.shift_flag}) {
        if (!flag.empty()) return flag;
    }
    return {};
}

bool FlagBuilder::is_untouched(const Clause& clause) {
    return first_flag(clause).empty() && clause.steps.size() == 1 &&
           clause.steps.front().condition.atoms.empty();
}

// Such as --from-ply 20 without a predicate, which means every position from there on.
bool FlagBuilder::is_only_a_range(const Clause& clause) {
    const Step& step = clause.steps.back();
    const bool has_range = clause.from.has_value() || clause.until.has_value();
    const bool is_at_ply = clause.quantifier_flag == clause.from_flag;
    return has_range && clause.steps.size() == 1 &&
           (clause.quantifier == Quantifier::Default || is_at_ply) && step.side_flag.empty() &&
           step.transition_flag.empty();
}

void FlagBuilder::close_step() {
    Step& closing = step();
    AtomList& atoms = closing.condition.atoms;
    if (atoms.empty()) {
        if (is_only_a_range(clause())) {
            atoms.push_back({PlainPredicate::Pass});
        } else {
            wrong(clause().steps.size() > 1 ? "--then" : first_flag(clause()),
                  "it needs a position predicate, such as --queens-off");
        }
    }
    for (const std::string& flag :
         {closing.mirror_flag, closing.mirror_files_flag, closing.shift_flag}) {
        if (!flag.empty() && !has_pattern(atoms)) wrong(flag, "it needs a --subfen");
    }
    for (Atom& atom : atoms) {
        if (auto* pattern = std::get_if<SubFen>(&atom.test)) {
            pattern->mirror = !closing.mirror_flag.empty();
            pattern->mirror_files = !closing.mirror_files_flag.empty();
            pattern->shift = !closing.shift_flag.empty();
        }
    }
}

void FlagBuilder::close_clause() {
    close_step();
    if (clause().from && clause().until && *clause().from > *clause().until) {
        wrong(clause().until_flag, fmt::format("the window ends before {}", clause().from_flag));
    }
    if (clause().steps.size() == 1) return;
    for (const std::string& flag :
         {clause().quantifier_flag, clause().from_flag, clause().until_flag}) {
        if (!flag.empty()) wrong(flag, "a sequence made with --then has no window");
    }
}

void FlagBuilder::open_step() {
    if (step().condition.atoms.empty()) wrong(label_, "there is no position predicate before it");
    close_step();
    clause().steps.emplace_back();
}

void FlagBuilder::open_condition() {
    Clause& current = clause();
    if (is_untouched(current) && current.opened_by.empty()) {
        current.opened_by = label_;
        return;
    }
    if (is_untouched(current)) {
        wrong(label_, "the condition before it is empty");
    } else {
        close_clause();
    }
    alternatives_.back().clauses.push_back({.opened_by = label_});
}

void FlagBuilder::open_alternative() {
    if (is_untouched(clause())) {
        wrong(label_, "there is no condition before it; header flags apply to the whole query");
    } else {
        close_clause();
    }
    alternatives_.push_back({.opened_by = label_});
}

Expr FlagBuilder::clause_expr(Clause& clause) {
    Expr expr;
    if (clause.steps.size() > 1) {
        Sequence sequence;
        for (Step& step : clause.steps) sequence.runs.push_back({std::move(step.condition)});
        expr.node = std::move(sequence);
    } else {
        Windowed windowed{.condition = std::move(clause.steps.front().condition),
                          .quantifier = clause.quantifier,
                          .streak = clause.streak,
                          .range = {}};
        if (clause.from || clause.until) {
            windowed.range = PlyRange{clause.from.value_or(0), clause.until};
        }
        expr.node = std::move(windowed);
    }
    if (clause.not_flag.empty()) return expr;
    return {Combination{BoolOp::Not, {std::move(expr)}}};
}

// All alternatives; nothing when no flag was about positions.
std::optional<Expr> FlagBuilder::conditions() {
    const Clause& last = clause();
    const std::string opened_by =
        last.opened_by.empty() ? alternatives_.back().opened_by : last.opened_by;
    if (is_untouched(last) && opened_by.empty()) return std::nullopt;
    if (is_untouched(last)) {
        wrong(opened_by, "there is no position predicate after it");
    } else {
        close_clause();
    }
    std::vector<Expr> alternatives;
    alternatives.reserve(alternatives_.size());
    for (Alternative& alternative : alternatives_) {
        std::vector<Expr> terms;
        terms.reserve(alternative.clauses.size());
        for (Clause& term : alternative.clauses) terms.push_back(clause_expr(term));
        alternatives.push_back(joined(BoolOp::And, std::move(terms)));
    }
    return joined(BoolOp::Or, std::move(alternatives));
}

Result<Expr> FlagBuilder::finish() {
    std::optional<Expr> positions = conditions();
    if (!problem_.empty()) return fail(ErrorCode::InvalidArgument, problem_);
    std::vector<Expr> terms = std::move(filters_);
    if (positions) terms.push_back(std::move(*positions));
    if (terms.empty()) return Expr{All{}};
    return joined(BoolOp::And, std::move(terms));
}

}  // namespace edge::query
