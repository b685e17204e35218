// A move in a game record: a byte whose high half is the slot of the man and whose low half says
// where it goes, in a code of its own for each kind of man. A queen's diagonal move takes a second
// byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"
#include "codec/scid4/piece_lists.h"

namespace edge::scid4 {

// Appends a move that is legal, or the null move, where `lists` are those before it.
void append_move(const PieceLists& lists, Move move, std::vector<std::byte>& out);

// Bytes that Scid cannot take for a move at all. Moves against the rules it takes and plays.
enum class MoveCodeError : uint8_t { EmptySlot, NoTarget, TakesKing, NoCastling };
std::string_view expected_text(MoveCodeError error);  // "a slot in use"

// Whether that byte is the first of two.
bool has_second_byte(const PieceLists& lists, Color side, uint8_t byte);
// The move that the bytes name, which may be against the rules. `second` counts only where
// has_second_byte().
tl::expected<Move, MoveCodeError> decode_move(const Position& position, const PieceLists& lists,
                                              uint8_t byte, uint8_t second);

}  // namespace edge::scid4
