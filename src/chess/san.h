// Standard algebraic notation. Writing follows the PGN standard, section 8.2.3; reading is lenient
// about what occurs in practice. The PGN reader decodes ordinary SAN itself and comes here for the
// rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "chess/move.h"
#include "chess/position.h"

namespace edge {

// The longest SAN: "Qa1xb2#".
inline constexpr size_t kMaxSanLength = 7;

// Writes a legal move with its check or mate mark and returns the end; at most kMaxSanLength bytes.
char* write_san(const Position& position, Move move, char* out);
std::string to_san(const Position& position, Move move);

// NullMove is a well-formed null move ("--", "Z0", "null", "@@@@", "0000"), which is never legal.
enum class SanError : uint8_t { Unreadable, Illegal, Ambiguous, NullMove };

// Reads one move; what it returns is legal. Besides exact SAN it accepts:
//   - check, mate and quality marks that are missing, wrong or repeated: + ++ # mate ! ?
//   - more disambiguation than needed, up to long algebraic: Ng1f3, Ng1-f3, e2e4, e2-e4, g1f3
//   - a capture without x, an x without a capture, ":" for x
//   - castling with letters O or o or zeros, with or without hyphens, or as the king's move: Kg1,
//   e1g1
//   - promotions as e8=Q, e8Q, e8(Q), e8/Q, e7e8q; a promotion that names no piece is illegal
//   - P before a pawn move; e.p. or ep after one
//   - n, r, q, k for the pieces; b is the bishop only where no pawn move of the b-file fits
//   - exd or ed where exactly one such capture is legal
// Chess960 castling written as king takes rook (e1h1) is not SAN; parse_uci reads it.
tl::expected<Move, SanError> parse_san(const Position& position, std::string_view text);

}  // namespace edge
