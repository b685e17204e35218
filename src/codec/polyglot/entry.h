// One entry of a Polyglot opening book: a move in a position, and how much it is worth. 16 bytes,
// big-endian (docs/formats/polyglot.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "chess/move.h"
#include "chess/position.h"

namespace edge::polyglot {

inline constexpr size_t kEntryBytes = 16;

struct BookEntry {
    uint64_t key = 0;     // of the position
    uint16_t move = 0;    // see encode_move
    uint16_t weight = 0;  // against those of the position's other moves
    uint32_t learn = 0;   // for engines that learn; Edge writes 0
    friend bool operator==(const BookEntry&, const BookEntry&) = default;
};

std::array<std::byte, kEntryBytes> encode_entry(const BookEntry& entry);
BookEntry decode_entry(std::span<const std::byte, kEntryBytes> bytes);

// Encodes a legal move of the position. Castling is king takes rook.
uint16_t encode_move(Move move, const Position& position);
// The legal move that it encodes; nothing when there is none. Also accepts castling written as the
// king's move of two squares, as in some books.
std::optional<Move> decode_move(uint16_t code, const Position& position);

// Polyglot's key of a position, which differs from its hash only in en passant: Polyglot counts it
// wherever a pawn stands ready to capture, whether or not the capture is legal. After a double push
// where that makes a difference, this is Polyglot's key; otherwise nothing.
std::optional<uint64_t> key_with_illegal_en_passant(const Position& after, Move last_move);

}  // namespace edge::polyglot
