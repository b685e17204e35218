// A move in a game record: a byte whose high half is the slot of the piece and whose low half says
// where it goes, in a separate code for each type of piece. A queen's diagonal move takes a second
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

// Appends a legal move or the null move; `lists` are those before it.
void append_move(const PieceLists& lists, Move move, std::vector<std::byte>& out);

// Bytes that Scid cannot read as a move at all. It accepts and plays moves against the rules.
enum class MoveCodeError : uint8_t { EmptySlot, NoTarget, TakesKing, NoCastling };
std::string_view expected_text(MoveCodeError error);  // "a slot in use"

// Whether that byte is the first of two.
bool has_second_byte(const PieceLists& lists, Color side, uint8_t byte);
// The move that the bytes name, which may be against the rules. `second` matters only where
// has_second_byte().
tl::expected<Move, MoveCodeError> decode_move(const Position& position, const PieceLists& lists,
                                              uint8_t byte, uint8_t second);

}  // namespace edge::scid4
