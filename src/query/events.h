// What moves change and what the board keeps, as bits: how predicates say when the scan must test
// them again, and what it must have ready for them.
#pragma once

#include <cstdint>

namespace edge::query {

// What a move changed. Ply is set by every move, End at the last position.
namespace event {
inline constexpr uint8_t kMaterial = 1;
inline constexpr uint8_t kPawns = 2;  // where they stand
inline constexpr uint8_t kRooks = 4;
inline constexpr uint8_t kCastling = 8;
inline constexpr uint8_t kPly = 16;
inline constexpr uint8_t kEnd = 32;
// A piece of the wrong colour, or none, was moved: the record is damaged.
inline constexpr uint8_t kDamage = 128;
}  // namespace event

// What the board keeps in addition to mailbox and counts.
namespace keep {
inline constexpr uint8_t kSets = 1;    // a bitboard for each Piece
inline constexpr uint8_t kHash = 2;    // the piece part of the Zobrist hash
inline constexpr uint8_t kMisses = 4;  // how many squares differ from each pattern
}  // namespace keep

}  // namespace edge::query
