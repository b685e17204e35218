// The 32 bytes that a viriformat game begins with (docs/formats/viriformat.md): a position, and how
// the game ended.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <tl/expected.hpp>

#include "chess/position.h"
#include "codec/game_result.h"
#include "codec/move_score.h"

namespace edge::viriformat {

inline constexpr size_t kBoardBytes = 32;
using BoardBytes = std::span<const std::byte, kBoardBytes>;
using PackedBoard = std::array<std::byte, kBoardBytes>;

struct Board {
    Position position;
    // The en-passant square, also where no capture is legal, which `position` does not keep.
    Square passed = Square::None;
    GameResult result = GameResult::Unknown;  // Unknown: the byte has another value
    // Never read; Edge writes zero.
    Score score = 0;
    uint8_t extra = 0;
    // Parts of the bytes that a Position cannot hold.
    bool drops_castling = false;  // an unmoved rook that its king could not castle with
    bool drops_clocks = false;    // a move number above 9999
};

// The position is legal by the rules of chess/fen.h. An en-passant square that no pawn can just
// have passed reads as none and move number 0 as 1, as in FEN. The error is a sentence.
tl::expected<Board, std::string> unpack_board(BoardBytes bytes);

// With the en-passant square of the position, or the one that is given. The result must not be
// Unknown. Clocks beyond the range of the format saturate.
PackedBoard pack_board(const Position& position, GameResult result);
PackedBoard pack_board(const Position& position, Square passed, GameResult result);
bool has_packable_clocks(const Position& position);

}  // namespace edge::viriformat
