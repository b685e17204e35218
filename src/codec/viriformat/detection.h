// Recognises viriformat by content: it has no magic, but few bytes are a legal position.
#pragma once

#include <cstddef>
#include <span>

namespace edge::viriformat {

// How many first bytes are checked: a board, and its first move or the end of the game.
inline constexpr size_t kDetectBytes = 36;

// Whether these can be the first bytes of a file: a position that is legal, codes in range, and a
// first move that is legal. Fewer than kDetectBytes bytes are not viriformat.
bool looks_like_viriformat(std::span<const std::byte> first_bytes);

}  // namespace edge::viriformat
