// Feeds windows the spans of their lanes, and decides the whole query from its windows.
#include <algorithm>

#include "query/scan/scanner.h"

namespace edge::query {

bool clip(const WindowLeaf& leaf, PlySpan& span, bool turned_false) {
    switch (leaf.transition) {
        case Transition::None:
            break;
        case Transition::Became:
            if (span.first == 0) return false;
            span.last = span.first;
            break;
        case Transition::Ceased:
            if (!turned_false) return false;
            span.first = span.last = span.last + 1;
            break;
    }
    span.first = std::max(span.first, leaf.from);
    span.last = std::min(span.last, leaf.until);
    return span.first <= span.last;
}

// Windows that need only one ply get it right away; the rest of the game may not need playing.
void Scanner::lane_began(uint16_t lane, uint32_t ply, uint32_t plies) {
    for (const uint32_t leaf : leaves_of_lane_[lane]) {
        const auto& window = std::get<WindowLeaf>(program_.leaves[leaf].leaf);
        if (window.streak == 1 && window.quantifier != Quantifier::Always) {
            feed(leaf, {ply, ply}, false, plies);
        }
    }
}

void Scanner::lane_ended(uint16_t lane, PlySpan span, bool turned_false, uint32_t plies) {
    for (const uint32_t leaf : leaves_of_lane_[lane]) feed(leaf, span, turned_false, plies);
}

void Scanner::feed(uint32_t leaf, PlySpan span, bool turned_false, uint32_t plies) {
    const auto& window = std::get<WindowLeaf>(program_.leaves[leaf].leaf);
    if (leaf_states_[leaf].satisfied || !clip(window, span, turned_false)) return;
    const bool enough =
        window.quantifier == Quantifier::Always
            ? span.first == window.from && span.last == std::min(window.until, plies)
            : span.last - span.first + 1 >= window.streak;
    if (enough) leaf_satisfied(leaf);
}

void Scanner::leaf_satisfied(uint32_t leaf) {
    leaf_states_[leaf].satisfied = true;
    verdict_is_stale_ = true;
}

void Scanner::update_verdict() {
    verdict_is_stale_ = false;
    const auto header = [this](uint32_t number) { return header_values_[number]; };
    const auto leaf = [this](uint32_t number) {
        if (!leaf_states_[number].satisfied) return Truth::unknown();
        const auto* window = std::get_if<WindowLeaf>(&program_.leaves[number].leaf);
        const bool never = window != nullptr && window->quantifier == Quantifier::Never;
        return Truth::known(!never);
    };
    verdict_ = evaluate(std::span(program_.nodes), std::span(scratch_), header, leaf);
}

}  // namespace edge::query
