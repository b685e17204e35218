#include "codec/polyglot/entry.h"

#include "chess/attacks.h"
#include "chess/movegen.h"
#include "chess/zobrist.h"
#include "core/byte_order.h"

namespace edge::polyglot {
namespace {

// Bits 0 to 5 are the target, file before rank, 6 to 11 the origin, 12 to 14 the promotion: 0 none,
// 1 to 4 knight, bishop, rook, queen. Squares are numbered as in Edge, a1 to h8.
uint16_t code_of(Square from, Square to, PieceType promotion) {
    const unsigned kind =
        promotion == PieceType::None ? 0 : index(promotion) - index(PieceType::Knight) + 1;
    return static_cast<uint16_t>(index(to) | index(from) << 6 | kind << 12);
}

}  // namespace

std::array<std::byte, kEntryBytes> encode_entry(const BookEntry& entry) {
    std::array<std::byte, kEntryBytes> bytes;
    store_big_endian<8>(bytes.data(), entry.key);
    store_big_endian<2>(bytes.data() + 8, entry.move);
    store_big_endian<2>(bytes.data() + 10, entry.weight);
    store_big_endian<4>(bytes.data() + 12, entry.learn);
    return bytes;
}

BookEntry decode_entry(std::span<const std::byte, kEntryBytes> bytes) {
    return {.key = load_big_endian<8>(bytes.data()),
            .move = static_cast<uint16_t>(load_big_endian<2>(bytes.data() + 8)),
            .weight = static_cast<uint16_t>(load_big_endian<2>(bytes.data() + 10)),
            .learn = static_cast<uint32_t>(load_big_endian<4>(bytes.data() + 12))};
}

uint16_t encode_move(Move move, const Position& position) {
    Square to = move.to();
    if (move.is_castling()) {
        const unsigned wing = file_of(to) == 6 ? kKingSide : kQueenSide;
        to = position.castling_rook(position.side_to_move(), wing);
    }
    return code_of(move.from(), to, move.promotion());
}

std::optional<Move> decode_move(uint16_t code, const Position& position) {
    std::optional<Move> by_steps;
    for (const Move move : legal_moves(position)) {
        if (encode_move(move, position) == code) return move;
        if (move.is_castling() && code_of(move.from(), move.to(), PieceType::None) == code) {
            by_steps = move;
        }
    }
    return by_steps;
}

std::optional<uint64_t> key_with_illegal_en_passant(const Position& after, Move last_move) {
    const Square to = last_move.to();
    const bool is_double_push = type_of(after.piece_on(to)) == PieceType::Pawn &&
                                (index(last_move.from()) ^ index(to)) == 16;
    if (!is_double_push || after.en_passant() != Square::None) return std::nullopt;
    const Color side = after.side_to_move();
    const Square passed = square_at((index(last_move.from()) + index(to)) / 2);
    if ((attacks::pawn(!side, passed) & after.pieces(side, PieceType::Pawn)) == 0) {
        return std::nullopt;
    }
    return after.hash() ^ zobrist::en_passant_key(passed);
}

}  // namespace edge::polyglot
