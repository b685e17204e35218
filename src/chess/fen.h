// FEN in and out. Castling fields are read as X-FEN (K and Q mean the outermost rook) and as
// Shredder-FEN (the file letter of the rook), so that Chess960 positions need no other notation.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "chess/position.h"

namespace edge {

// Strict accepts the form in section 16.1 of the PGN standard: six fields with one space between.
//
// Lenient also forgives:
//   - spaces or tabs before, after and between the fields, several of them
//   - missing fields at the end: White to move, no castling, no en passant, clocks 0 and 1
//   - "-" for a clock, a clock with leading zeros, full-move number 0 (read as 1), clocks over
//     9999 (read as 9999)
//   - two digits in a row in the board field ("44" for "8")
//   - castling letters in any order, repeated, or without king and rook to back them (dropped)
//   - an en-passant square that cannot come from a double push (dropped)
//   - more than eight pawns for a side, as in some composed positions
//
// Neither accepts a position that breaks the rules: one king each, at most sixteen pieces a side,
// no pawn on an end rank, the side that has just moved not in check.
enum class FenMode : uint8_t { Strict, Lenient };

struct FenError {
    enum class Kind : uint8_t {
        MissingField,
        ExtraText,
        UnknownPiece,
        RankLength,
        RankCount,
        KingCount,
        PawnOnEndRank,
        TooManyPieces,
        SideToMove,
        OpponentInCheck,
        CastlingField,
        CastlingNotBacked,
        EnPassantField,
        EnPassantImpossible,
        Clock,
    };
    Kind kind;
    uint32_t offset;  // byte of the text where the error is
};

tl::expected<Position, FenError> parse_fen(std::string_view text, FenMode mode);

// The en-passant square that a text which parse_fen accepts in lenient mode names, where a pawn can
// just have passed it; also where no capture is legal, which a Position does not keep. Otherwise
// None.
Square passed_square(std::string_view text);

// One sentence for people, which quotes the text.
std::string describe(const FenError& error, std::string_view text);

// X-FEN: KQkq where the rook is the outermost, otherwise its file. En passant is written only when
// legal.
std::string to_fen(const Position& position);
// With that square, or None, as the en-passant field.
std::string to_fen(const Position& position, Square passed);

// The same with the file of the rook for every castling right.
std::string to_shredder_fen(const Position& position);

}  // namespace edge
