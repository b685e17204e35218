#include "support/query_oracle.h"

#include <algorithm>
#include <cassert>

namespace edge::query::oracle {
namespace {

using Plies = std::vector<uint32_t>;

// For each ply of the game, whether something holds there.
using Trace = std::vector<bool>;

// ---- conditions

Trace trace_of(const AtomList& atoms, Asked asked, const OracleGame& game) {
    Trace trace;
    for (uint32_t ply = 0; ply < game.positions.size(); ++ply) {
        trace.push_back(holds(atoms, asked, game, ply));
    }
    return trace;
}

Trace with_transition(Transition transition, const Trace& composite) {
    if (transition == Transition::None) return composite;
    Trace trace(composite.size(), false);
    for (size_t ply = 1; ply < composite.size(); ++ply) {
        const bool now = composite[ply];
        const bool before = composite[ply - 1];
        trace[ply] = transition == Transition::Became ? now && !before : !now && before;
    }
    return trace;
}

// The lanes in which a window may hold: two for either, White's first, none for the winner of a
// game that nobody won, otherwise one.
std::vector<Trace> lanes_of(const Condition& condition, const OracleGame& game) {
    const bool whoever_moves = condition.side == Side::Default;
    const Trace white = trace_of(condition.atoms, {Color::White, whoever_moves}, game);
    const Trace black = trace_of(condition.atoms, {Color::Black, whoever_moves}, game);
    Trace both(white.size());
    Trace neither(white.size());
    Trace mover(white.size());
    for (size_t ply = 0; ply < white.size(); ++ply) {
        both[ply] = white[ply] && black[ply];
        neither[ply] = !white[ply] && !black[ply];
        mover[ply] = game.positions[ply].side_to_move() == Color::White ? white[ply] : black[ply];
    }
    const GameResult result = game.header.result;
    const bool white_won = result == GameResult::WhiteWins;
    const bool black_won = result == GameResult::BlackWins;
    switch (condition.side) {
        case Side::White:
            return {with_transition(condition.transition, white)};
        case Side::Black:
            return {with_transition(condition.transition, black)};
        case Side::Both:
            return {with_transition(condition.transition, both)};
        case Side::Neither:
            return {with_transition(condition.transition, neither)};
        case Side::Mover:
            return {with_transition(condition.transition, mover)};
        case Side::Winner:
        case Side::Loser: {
            if (!white_won && !black_won) return {};
            const bool is_white = white_won == (condition.side == Side::Winner);
            return {with_transition(condition.transition, is_white ? white : black)};
        }
        case Side::Either:
        case Side::Default:  // without atoms about the side to move the two are the same
            break;
    }
    return {with_transition(condition.transition, white),
            with_transition(condition.transition, black)};
}

// Where the condition itself holds, with no window: in one lane or in the other.
Trace holding_plies(const Condition& condition, const OracleGame& game) {
    const std::vector<Trace> lanes = lanes_of(condition, game);
    Trace trace(game.positions.size(), false);
    for (size_t ply = 0; ply < trace.size(); ++ply) {
        trace[ply] = std::ranges::any_of(lanes, [ply](const Trace& lane) { return lane[ply]; });
    }
    return trace;
}

// ---- windows

bool sees(const Windowed& window, uint32_t ply) {
    if (!window.range) return true;
    return window.range->from <= ply && (!window.range->until || ply <= *window.range->until);
}

// The plies of the earliest-ending match in one lane, for Streak and Always.
std::optional<Plies> window_in_lane(const Windowed& window, const Trace& lane) {
    Plies seen;
    for (uint32_t ply = 0; ply < lane.size(); ++ply) {
        if (sees(window, ply)) seen.push_back(ply);
    }
    const auto holds_at = [&lane](uint32_t ply) { return lane[ply]; };
    if (window.quantifier == Quantifier::Always) {
        if (seen.empty() || !std::ranges::all_of(seen, holds_at)) return std::nullopt;
        if (seen.size() == 1) return seen;
        return Plies{seen.front(), seen.back()};
    }
    for (size_t begin = 0; begin + window.streak <= seen.size(); ++begin) {
        const Plies streak(seen.begin() + static_cast<std::ptrdiff_t>(begin),
                           seen.begin() + static_cast<std::ptrdiff_t>(begin + window.streak));
        if (std::ranges::all_of(streak, holds_at)) return streak;
    }
    return std::nullopt;
}

bool is_earlier(const Plies& left, const Plies& right) {
    if (right.empty()) return false;
    return left.empty() || left.back() < right.back();
}

// The one that ends first; of those that end together the first one; an empty list of plies ends
// before all others.
std::optional<Plies> earliest(const std::vector<std::optional<Plies>>& candidates) {
    std::optional<Plies> best;
    for (const std::optional<Plies>& candidate : candidates) {
        if (candidate && (!best || is_earlier(*candidate, *best))) best = candidate;
    }
    return best;
}

std::optional<Plies> window_witness(Windowed window, const OracleGame& game) {
    const bool never = window.quantifier == Quantifier::Never;
    if (never) {
        window.quantifier = Quantifier::Streak;
        window.streak = 1;
    }
    std::vector<std::optional<Plies>> found;
    for (const Trace& lane : lanes_of(window.condition, game)) {
        found.push_back(window_in_lane(window, lane));
    }
    const std::optional<Plies> best = earliest(found);
    if (!never) return best;
    return best ? std::nullopt : std::optional<Plies>(Plies{});
}

// ---- sequences

class SequenceSearch {
public:
    SequenceSearch(const Sequence& sequence, const OracleGame& game)
        : plies_(static_cast<uint32_t>(game.positions.size())) {
        for (const auto& run : sequence.runs) {
            std::vector<Trace> steps;
            for (const Condition& step : run) steps.push_back(holding_plies(step, game));
            runs_.push_back(std::move(steps));
        }
    }

    // Of the matches that end first the one whose plies come first, step by step.
    std::optional<Plies> first_match() const {
        if (!can_place_all(std::nullopt)) return std::nullopt;
        for (uint32_t end = 0; end < plies_; ++end) {
            if (!can_place_all(end)) continue;
            const Table possible = placements(end);
            Plies match;
            uint32_t ply = 0;
            for (size_t run = 0; run < runs_.size(); ++run) {
                while (!begins_here(possible, run, ply, end)) ++ply;
                for (size_t step = 0; step < runs_[run].size(); ++step) match.push_back(ply++);
            }
            return match;
        }
        return std::nullopt;
    }

private:
    // table[run][ply]: this run and all after it can be placed at this ply or later.
    using Table = std::vector<Trace>;

    bool run_holds(size_t run, uint32_t ply) const {
        if (ply + runs_[run].size() > plies_) return false;
        for (size_t step = 0; step < runs_[run].size(); ++step) {
            if (!runs_[run][step][ply + step]) return false;
        }
        return true;
    }

    // The run holds from this ply on, and what follows it can be placed after it; the last run must
    // end at `end`, or anywhere when there is none.
    bool begins_here(const Table& possible, size_t run, uint32_t ply,
                     std::optional<uint32_t> end) const {
        if (!run_holds(run, ply)) return false;
        const size_t after = ply + runs_[run].size();
        if (run + 1 == runs_.size()) return !end || after == *end + 1;
        return after < plies_ && possible[run + 1][after];
    }

    Table placements(std::optional<uint32_t> end) const {
        Table possible(runs_.size(), Trace(plies_, false));
        for (size_t run = runs_.size(); run-- > 0;) {
            for (uint32_t ply = plies_; ply-- > 0;) {
                possible[run][ply] = begins_here(possible, run, ply, end) ||
                                     (ply + 1 < plies_ && possible[run][ply + 1]);
            }
        }
        return possible;
    }

    bool can_place_all(std::optional<uint32_t> end) const { return placements(end)[0][0]; }

    uint32_t plies_;  // positions, that is
    std::vector<std::vector<Trace>> runs_;
};

// ---- combinations

std::optional<Plies> combination_witness(const Combination& combination, const OracleGame& game) {
    std::vector<std::optional<Plies>> found;
    for (const Expr& operand : combination.operands) found.push_back(witness(operand, game));
    switch (combination.op) {
        case BoolOp::Not:
            return Plies{};
        case BoolOp::Xor:
        case BoolOp::Or:
            return earliest(found);
        case BoolOp::Sub:
            return found.front();
        case BoolOp::And:
            break;
    }
    std::set<uint32_t> plies;
    for (const std::optional<Plies>& operand : found)
        plies.insert(operand->begin(), operand->end());
    return Plies(plies.begin(), plies.end());
}

bool combination_matches(const Combination& combination, const OracleGame& game) {
    const std::vector<Expr>& operands = combination.operands;
    const auto match = [&game](const Expr& operand) { return matches(operand, game); };
    switch (combination.op) {
        case BoolOp::Not:
            return !match(operands.front());
        case BoolOp::And:
            return std::ranges::all_of(operands, match);
        case BoolOp::Or:
            return std::ranges::any_of(operands, match);
        case BoolOp::Xor:
            return std::ranges::count_if(operands, match) % 2 == 1;
        case BoolOp::Sub:
            return match(operands.front()) &&
                   std::none_of(operands.begin() + 1, operands.end(), match);
    }
    return false;
}

// ---- aggregates

// Where an expression holds and where its negation does. These are not each other's complement:
// outside a condition's range neither holds.
struct PositionVerdict {
    Trace yes, no;
};

PositionVerdict negated(PositionVerdict verdict) {
    std::swap(verdict.yes, verdict.no);
    return verdict;
}

PositionVerdict both_of(const PositionVerdict& left, const PositionVerdict& right) {
    PositionVerdict verdict = left;
    for (size_t ply = 0; ply < left.yes.size(); ++ply) {
        verdict.yes[ply] = left.yes[ply] && right.yes[ply];
        verdict.no[ply] = left.no[ply] || right.no[ply];
    }
    return verdict;
}

PositionVerdict one_of(const PositionVerdict& left, const PositionVerdict& right) {
    return negated(both_of(negated(left), negated(right)));
}

PositionVerdict combined(BoolOp op, const PositionVerdict& left, const PositionVerdict& right) {
    switch (op) {
        case BoolOp::And:
            return both_of(left, right);
        case BoolOp::Or:
            return one_of(left, right);
        case BoolOp::Sub:
            return both_of(left, negated(right));
        case BoolOp::Xor:
            return one_of(both_of(left, negated(right)), both_of(negated(left), right));
        case BoolOp::Not:
            break;
    }
    return left;
}

PositionVerdict position_verdict(const Expr& query, const OracleGame& game);

PositionVerdict window_verdict(const Windowed& window, const OracleGame& game) {
    const Trace holding = holding_plies(window.condition, game);
    PositionVerdict verdict{Trace(holding.size(), false), Trace(holding.size(), false)};
    for (uint32_t ply = 0; ply < holding.size(); ++ply) {
        verdict.yes[ply] = sees(window, ply) && holding[ply];
        verdict.no[ply] = sees(window, ply) && !holding[ply];
    }
    return window.quantifier == Quantifier::Never ? negated(verdict) : verdict;
}

PositionVerdict combination_verdict(const Combination& combination, const OracleGame& game) {
    PositionVerdict verdict = position_verdict(combination.operands.front(), game);
    if (combination.op == BoolOp::Not) return negated(verdict);
    for (size_t i = 1; i < combination.operands.size(); ++i) {
        verdict =
            combined(combination.op, verdict, position_verdict(combination.operands[i], game));
    }
    return verdict;
}

PositionVerdict position_verdict(const Expr& query, const OracleGame& game) {
    if (const auto* window = std::get_if<Windowed>(&query.node)) {
        return window_verdict(*window, game);
    }
    if (const auto* combination = std::get_if<Combination>(&query.node)) {
        return combination_verdict(*combination, game);
    }
    const bool matched = matches(query, game);
    PositionVerdict verdict{Trace(game.positions.size(), matched),
                            Trace(game.positions.size(), !matched)};
    if (const auto* sequence = std::get_if<Sequence>(&query.node); sequence != nullptr && matched) {
        verdict.yes.assign(game.positions.size(), false);
        const std::optional<Plies> match = SequenceSearch(*sequence, game).first_match();
        for (const uint32_t ply : *match) {
            verdict.yes[ply] = true;
        }
    }
    return verdict;
}

}  // namespace

bool matches(const Expr& query, const OracleGame& game) {
    if (const auto* test = std::get_if<HeaderTest>(&query.node)) return holds(*test, game);
    if (const auto* bitmap = std::get_if<BitmapRef>(&query.node)) {
        return game.bitmaps.contains(bitmap->name);
    }
    if (const auto* window = std::get_if<Windowed>(&query.node)) {
        return window_witness(*window, game).has_value();
    }
    if (const auto* sequence = std::get_if<Sequence>(&query.node)) {
        return SequenceSearch(*sequence, game).first_match().has_value();
    }
    if (const auto* combination = std::get_if<Combination>(&query.node)) {
        return combination_matches(*combination, game);
    }
    return true;
}

std::vector<uint32_t> matching_plies(const Expr& query, const OracleGame& game,
                                     bool ignore_windows) {
    if (!ignore_windows && !matches(query, game)) return {};
    const Trace matching = position_verdict(query, game).yes;
    Plies plies;
    for (uint32_t ply = 0; ply < matching.size(); ++ply) {
        if (matching[ply]) plies.push_back(ply);
    }
    return plies;
}

std::optional<std::vector<uint32_t>> witness(const Expr& query, const OracleGame& game) {
    if (!matches(query, game)) return std::nullopt;
    if (const auto* window = std::get_if<Windowed>(&query.node)) {
        return window_witness(*window, game);
    }
    if (const auto* sequence = std::get_if<Sequence>(&query.node)) {
        return SequenceSearch(*sequence, game).first_match();
    }
    if (const auto* combination = std::get_if<Combination>(&query.node)) {
        return combination_witness(*combination, game);
    }
    return Plies{};
}

}  // namespace edge::query::oracle
