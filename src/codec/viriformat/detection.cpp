#include "codec/viriformat/detection.h"

#include "chess/movegen.h"
#include "codec/viriformat/packed_board.h"
#include "codec/viriformat/packed_move.h"
#include "core/byte_order.h"

namespace edge::viriformat {

bool looks_like_viriformat(std::span<const std::byte> first_bytes) {
    if (first_bytes.size() < kDetectBytes) return false;
    const auto board = unpack_board(first_bytes.first<kBoardBytes>());
    if (!board || board->result == GameResult::Unknown) return false;
    if (load<uint32_t>(first_bytes.data() + kBoardBytes) == kEndOfGame) return true;
    const auto packed = load<uint16_t>(first_bytes.data() + kBoardBytes);
    return is_legal(board->position, unpack_move(board->position, packed));
}

}  // namespace edge::viriformat
