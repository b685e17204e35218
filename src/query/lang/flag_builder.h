// Private to the flags front end: the conditions that flags build from left to right.
//
//   query       = filters and alternative {--or alternative}
//   alternative = condition {--cond condition}
//   condition   = step {--then step}, with a window when it has only one step, perhaps with --not
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edge/result.h"
#include "query/expr.h"

namespace edge::query {

// Mistakes are kept until finish(), so that the calls themselves cannot fail.
class FlagBuilder {
public:
    // The flag that the next calls belong to, as written. Messages name it.
    void begin_flag(std::string label) { label_ = std::move(label); }

    void add_filter(Expr filter) { filters_.push_back(std::move(filter)); }
    void add_atom(Atom atom) { step().condition.atoms.push_back(std::move(atom)); }
    void set_side(Side side);
    void set_transition(Transition transition);
    void mirror_patterns() { step().mirror_flag = label_; }
    void mirror_files_of_patterns() { step().mirror_files_flag = label_; }
    void shift_patterns() { step().shift_flag = label_; }

    void set_quantifier(Quantifier quantifier, uint32_t streak);
    void set_from_ply(uint32_t ply);
    void set_until_ply(uint32_t ply);

    void open_condition();    // --cond, --and
    void open_alternative();  // --or
    void open_step();         // --then
    void negate();            // --not

    // Call it last. The first mistake is reported here.
    Result<Expr> finish();

private:
    // Each *_flag is the flag that set the field of that name, as written; empty when none did.
    struct Step {
        Condition condition;
        std::string side_flag, transition_flag, mirror_flag, mirror_files_flag, shift_flag;
    };
    struct Clause {
        std::string opened_by = {};  // the --cond before it, if any
        std::vector<Step> steps = std::vector<Step>(1);
        Quantifier quantifier = Quantifier::Default;
        uint32_t streak = 1;
        std::optional<uint32_t> from = {}, until = {};
        std::string quantifier_flag = {}, from_flag = {}, until_flag = {}, not_flag = {};
    };
    struct Alternative {
        std::string opened_by;  // the --or before it, if any
        std::vector<Clause> clauses = std::vector<Clause>(1);
    };

    Clause& clause() { return alternatives_.back().clauses.back(); }
    Step& step() { return clause().steps.back(); }
    void wrong(std::string_view flag, std::string_view what);
    void claim(std::string& flag_of_field, std::string_view hint);
    static std::string first_flag(const Clause& clause);
    static bool is_untouched(const Clause& clause);
    static bool is_only_a_range(const Clause& clause);
    void close_step();
    void close_clause();
    static Expr clause_expr(Clause& clause);
    std::optional<Expr> conditions();

    std::string label_;
    std::string problem_;  // the first mistake; empty when there is none
    std::vector<Expr> filters_;
    std::vector<Alternative> alternatives_ = std::vector<Alternative>(1);
};

}  // namespace edge::query
