#include "chess/openings.h"

#include <ranges>
#include <utility>

#include "chess/position_text.h"

namespace edge {

Status Openings::add(std::string_view moves, Opening opening) {
    const Position position = EDGE_TRY(play_moves(Position::start(), moves));
    by_hash_.insert_or_assign(position.hash(), std::move(opening));
    return {};
}

const Opening* Openings::find(const Position& position) const {
    const auto found = by_hash_.find(position.hash());
    return found == by_hash_.end() ? nullptr : &found->second;
}

const Opening* Openings::last_named(std::span<const Position> line) const {
    for (const Position& position : std::views::reverse(line)) {
        if (const Opening* const opening = find(position)) return opening;
    }
    return nullptr;
}

}  // namespace edge
