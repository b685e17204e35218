#include "query/scan/trace.h"

#include <algorithm>
#include <optional>

#include "query/scan/scanner.h"

namespace edge::query {

namespace {

// Calls visit(span) with what the window sees of each span of the lane.
template <class Visit>
void for_each_clipped(const WindowLeaf& window, uint16_t lane, const Trace& trace, Visit visit) {
    for (PlySpan span : trace.lanes[lane]) {
        const bool turned_false = span.last < trace.plies;
        if (clip(window, span, turned_false)) visit(span);
    }
}

// ---- positions

// Where a node holds and where its negation does. Outside a condition's range neither does.
struct Pair {
    PlySet yes, no;
};

Pair constant(bool value, uint32_t plies) {
    Pair pair;
    pair.yes.reset(plies, value);
    pair.no.reset(plies, !value);
    return pair;
}

// Takes out the plies outside the range.
void limit(PlySet& set, const PlyRange& range, uint32_t plies) {
    PlySet within;
    within.reset(plies, false);
    const uint32_t last = std::min(range.until.value_or(plies), plies);
    if (range.from <= last) within.insert({range.from, last});
    set &= within;
}

Pair window_pair(const WindowLeaf& window, const Trace& trace) {
    Pair pair = constant(false, trace.plies);
    pair.no.reset(trace.plies, false);
    const uint32_t last = std::min(window.until, trace.plies);
    if (window.from <= last) pair.no.insert({window.from, last});
    for (const uint16_t lane : window.lanes) {
        for_each_clipped(window, lane, trace, [&](PlySpan span) { pair.yes.insert(span); });
    }
    pair.no.remove(pair.yes);
    if (window.quantifier == Quantifier::Never) std::swap(pair.yes, pair.no);
    return pair;
}

Pair leaf_pair(const Leaf& leaf, const Trace& trace) {
    if (const auto* window = std::get_if<WindowLeaf>(&leaf.leaf)) {
        return window_pair(*window, trace);
    }
    const std::vector<uint32_t> plies = match_sequence(std::get<SequenceLeaf>(leaf.leaf), trace);
    Pair pair = constant(false, trace.plies);
    if (!plies.empty()) pair.no.reset(trace.plies, false);
    for (const uint32_t ply : plies) pair.yes.insert({ply, ply});
    return pair;
}

Pair both(Pair a, const Pair& b) {
    a.yes &= b.yes;
    a.no |= b.no;
    return a;
}
Pair negated(Pair a) {
    std::swap(a.yes, a.no);
    return a;
}
Pair one_of(Pair a, const Pair& b) { return negated(both(negated(std::move(a)), negated(b))); }
Pair exactly_one(const Pair& a, const Pair& b) {
    return one_of(both(a, negated(b)), both(negated(a), b));
}

// ---- witnesses

// Whether a node matched, and its plies. One without plies counts as ending before all others.
struct Evidence {
    bool matched = false;
    std::vector<uint32_t> plies;

    bool ends_before(const Evidence& other) const {
        if (plies.empty() || other.plies.empty()) return plies.empty() && !other.plies.empty();
        return plies.back() < other.plies.back();
    }
};

Evidence window_evidence(const WindowLeaf& window, const Trace& trace) {
    const uint32_t last = std::min(window.until, trace.plies);
    std::optional<PlySpan> best;
    for (const uint16_t lane : window.lanes) {
        bool found = false;  // only a lane's first match can end first
        for_each_clipped(window, lane, trace, [&](PlySpan span) {
            if (window.quantifier == Quantifier::Always) {
                if (span.first != window.from || span.last != last) return;
            } else {
                if (span.last - span.first + 1 < window.streak) return;
                span.last = span.first + window.streak - 1;
            }
            if (!found && (!best || span.last < best->last)) best = span;
            found = true;
        });
    }
    if (window.quantifier == Quantifier::Never) return {!best, {}};
    if (!best) return {};
    if (window.quantifier == Quantifier::Always) {
        if (best->first == best->last) return {true, {best->first}};
        return {true, {best->first, best->last}};
    }
    Evidence evidence{true, {}};
    for (uint32_t ply = best->first; ply <= best->last; ++ply) evidence.plies.push_back(ply);
    return evidence;
}

Evidence leaf_evidence(const Leaf& leaf, const Trace& trace) {
    if (const auto* window = std::get_if<WindowLeaf>(&leaf.leaf)) {
        return window_evidence(*window, trace);
    }
    std::vector<uint32_t> plies = match_sequence(std::get<SequenceLeaf>(leaf.leaf), trace);
    return {!plies.empty(), std::move(plies)};
}

Evidence node_evidence(const Node& node, const std::vector<Evidence>& known, const Trace& trace) {
    const auto operand = [&](size_t i) -> const Evidence& { return known[node.operands[i]]; };
    const auto matched = [&] {
        return std::ranges::count_if(node.operands, [&](uint32_t i) { return known[i].matched; });
    };
    const auto earliest = [&] {
        Evidence best;
        for (const uint32_t i : node.operands) {
            if (known[i].matched && (!best.matched || known[i].ends_before(best))) best = known[i];
        }
        return best;
    };
    switch (node.kind) {
        case Node::Kind::True:
            return {true, {}};
        case Node::Kind::Header:
            return {is_true(trace.headers[node.number]), {}};
        case Node::Kind::Leaf:
            return leaf_evidence(trace.program.leaves[node.number], trace);
        case Node::Kind::Not:
            return {!operand(0).matched, {}};
        case Node::Kind::And: {
            Evidence all{static_cast<size_t>(matched()) == node.operands.size(), {}};
            for (const uint32_t i : node.operands) {
                all.plies.insert(all.plies.end(), known[i].plies.begin(), known[i].plies.end());
            }
            std::ranges::sort(all.plies);
            const auto repeated = std::ranges::unique(all.plies);
            all.plies.erase(repeated.begin(), repeated.end());
            return all;
        }
        case Node::Kind::Or:
            return earliest();
        case Node::Kind::Xor:
            return matched() % 2 == 1 ? earliest() : Evidence{};
        case Node::Kind::Sub:
            return {operand(0).matched && matched() == 1, operand(0).plies};
    }
    return {};
}

}  // namespace

std::vector<uint32_t> match_sequence(const SequenceLeaf& sequence, const Trace& trace) {
    const size_t count = sequence.steps.size();
    std::vector<PlySet> holds(count);
    for (size_t i = 0; i < count; ++i) {
        holds[i].reset(trace.plies, false);
        const WindowLeaf everywhere{.lanes = {}, .transition = sequence.steps[i].transition};
        for (const uint16_t lane : sequence.steps[i].lanes) {
            for_each_clipped(everywhere, lane, trace, [&](PlySpan span) { holds[i].insert(span); });
        }
    }
    const auto is_adjacent = [&](size_t step) { return (sequence.adjacent >> step & 1) != 0; };

    // Forward: the plies at which a step can end what came before it.
    std::vector<PlySet> reached = holds;
    for (size_t i = 1; i < count; ++i) {
        const uint32_t first = reached[i - 1].next(0);
        for (uint32_t ply = reached[i].next(0); ply != PlySet::kNone;
             ply = holds[i].next(ply + 1)) {
            const bool follows =
                is_adjacent(i) ? ply > 0 && reached[i - 1].contains(ply - 1) : first < ply;
            if (!follows) reached[i].erase(ply);
        }
    }
    uint32_t ply = reached[count - 1].next(0);
    if (ply == PlySet::kNone) return {};

    // Backward from the earliest end: the plies from which that end can still be reached.
    std::vector<PlySet> leads(count);
    leads[count - 1].reset(trace.plies, false);
    leads[count - 1].insert({ply, ply});
    for (size_t i = count - 1; i-- > 0;) {
        leads[i].reset(trace.plies, false);
        const uint32_t latest = leads[i + 1].highest();
        for (ply = reached[i].next(0); ply != PlySet::kNone; ply = reached[i].next(ply + 1)) {
            const bool leads_on = is_adjacent(i + 1)
                                      ? ply < trace.plies && leads[i + 1].contains(ply + 1)
                                      : ply < latest;
            if (leads_on) leads[i].insert({ply, ply});
        }
    }
    std::vector<uint32_t> plies = {leads[0].next(0)};
    for (size_t i = 1; i < count; ++i) plies.push_back(leads[i].next(plies.back() + 1));
    return plies;
}

std::vector<PlySpan> matching_spans(const Trace& trace) {
    std::vector<Pair> known;
    for (const Node& node : trace.program.nodes) {
        const auto fold = [&](auto combine) {
            Pair value = known[node.operands.front()];
            for (size_t i = 1; i < node.operands.size(); ++i) {
                value = combine(std::move(value), known[node.operands[i]]);
            }
            return value;
        };
        switch (node.kind) {
            case Node::Kind::True:
                known.push_back(constant(true, trace.plies));
                break;
            case Node::Kind::Header:
                known.push_back(constant(is_true(trace.headers[node.number]), trace.plies));
                break;
            case Node::Kind::Leaf:
                known.push_back(leaf_pair(trace.program.leaves[node.number], trace));
                break;
            case Node::Kind::Not:
                known.push_back(negated(known[node.operands.front()]));
                break;
            case Node::Kind::And:
                known.push_back(fold([](Pair a, const Pair& b) { return both(std::move(a), b); }));
                break;
            case Node::Kind::Or:
                known.push_back(
                    fold([](Pair a, const Pair& b) { return one_of(std::move(a), b); }));
                if (node.only) limit(known.back().no, *node.only, trace.plies);
                break;
            case Node::Kind::Xor:
                known.push_back(
                    fold([](const Pair& a, const Pair& b) { return exactly_one(a, b); }));
                break;
            case Node::Kind::Sub:
                known.push_back(
                    fold([](Pair a, const Pair& b) { return both(std::move(a), negated(b)); }));
                break;
        }
    }
    std::vector<PlySpan> spans;
    known.back().yes.append_spans(spans);
    return spans;
}

std::vector<uint32_t> witness(const Trace& trace) {
    std::vector<Evidence> known;
    known.reserve(trace.program.nodes.size());
    for (const Node& node : trace.program.nodes) known.push_back(node_evidence(node, known, trace));
    return std::move(known.back().plies);
}

}  // namespace edge::query
