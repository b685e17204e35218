// What windows make of the runs of their lanes, and the whole query of its windows.
#include <algorithm>

#include "query/scan/scanner.h"

namespace edge::query {

bool clip(const WindowLeaf& leaf, PlyRun& run, bool turned_false) {
    switch (leaf.edge) {
        case Edge::None:
            break;
        case Edge::Became:
            if (run.first == 0) return false;
            run.last = run.first;
            break;
        case Edge::Ceased:
            if (!turned_false) return false;
            run.first = run.last = run.last + 1;
            break;
    }
    run.first = std::max(run.first, leaf.from);
    run.last = std::min(run.last, leaf.until);
    return run.first <= run.last;
}

// Tells windows that are content with one ply at once, so that the game need not be played on.
void Scanner::lane_began(uint16_t lane, uint32_t ply, uint32_t plies) {
    for (const uint32_t leaf : leaves_of_lane_[lane]) {
        const auto& window = std::get<WindowLeaf>(program_.leaves[leaf].leaf);
        if (window.streak == 1 && window.quantifier != Quantifier::Always) {
            feed(leaf, {ply, ply}, false, plies);
        }
    }
}

void Scanner::lane_ended(uint16_t lane, PlyRun run, bool turned_false, uint32_t plies) {
    for (const uint32_t leaf : leaves_of_lane_[lane]) feed(leaf, run, turned_false, plies);
}

void Scanner::feed(uint32_t leaf, PlyRun run, bool turned_false, uint32_t plies) {
    const auto& window = std::get<WindowLeaf>(program_.leaves[leaf].leaf);
    if (leaf_states_[leaf].satisfied || !clip(window, run, turned_false)) return;
    const bool enough = window.quantifier == Quantifier::Always
                            ? run.first == window.from && run.last == std::min(window.until, plies)
                            : run.last - run.first + 1 >= window.streak;
    if (enough) leaf_satisfied(leaf);
}

void Scanner::leaf_satisfied(uint32_t leaf) {
    leaf_states_[leaf].satisfied = true;
    verdict_is_old_ = true;
}

void Scanner::judge() {
    verdict_is_old_ = false;
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
