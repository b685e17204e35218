#include "chess/openings.h"

#include <ranges>
#include <utility>

#include "chess/position_text.h"

namespace edge {

Status Openings::add(std::string_view moves, Opening opening) {
    add(EDGE_TRY(play_moves(Position::start(), moves)), std::move(opening));
    return {};
}

void Openings::add(const Position& position, Opening opening) {
    const auto number = static_cast<uint32_t>(all_.size());
    const auto [place, is_new] = by_hash_.try_emplace(position.hash(), number);
    if (is_new) {
        all_.push_back({position, std::move(opening)});
    } else {
        all_[place->second].opening = std::move(opening);
    }
}

uint32_t Openings::number_of(const Position& position) const {
    const auto found = by_hash_.find(position.hash());
    return found == by_hash_.end() ? kNone : found->second;
}

const Opening* Openings::find(const Position& position) const {
    const uint32_t number = number_of(position);
    return number == kNone ? nullptr : &all_[number].opening;
}

const Opening* Openings::last_named(std::span<const Position> line) const {
    for (const Position& position : std::views::reverse(line)) {
        if (const Opening* const opening = find(position)) return opening;
    }
    return nullptr;
}

}  // namespace edge
