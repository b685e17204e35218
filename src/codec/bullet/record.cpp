// The board is that of the side to move: when Black moves, it is turned over top to bottom and the
// colours are exchanged, and score and result change sides too. Little-endian:
//
//     0   u64     occupied squares, a1 = bit 0
//     8   u4[32]  the piece on each of them in that order, low half first: 0 pawn to 5 king, and 8
//                 added for the other side's
//     24  i16     score
//     26  u8      result: 0 lost, 1 drawn, 2 won
//     27  u8      square of the own king
//     28  u8      square of the other king, as the other side sees it
//     29  u8[3]   zero
#include "codec/bullet/record.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "chess/fen.h"
#include "core/byte_order.h"

namespace edge::bullet {
namespace {

constexpr size_t kPiecesAt = 8;
constexpr size_t kScoreAt = 24;
constexpr size_t kResultAt = 26;
constexpr size_t kOwnKingAt = 27;
constexpr size_t kOtherKingAt = 28;

// The lowest value has no opposite in 16 bits.
Score seen_by(Color side, Score score) {
    const Score kept = std::max<Score>(score, -std::numeric_limits<Score>::max());
    return side == Color::White ? kept : static_cast<Score>(-kept);
}

uint8_t halves_won(Color side, GameResult result) {
    if (result == GameResult::Draw) return 1;
    return (result == GameResult::WhiteWins) == (side == Color::White) ? 2 : 0;
}

Bitboard turned_over(Bitboard squares) { return __builtin_bswap64(squares); }

std::string_view points_text(GameResult result) {
    if (result == GameResult::Draw) return "0.5";
    return result == GameResult::WhiteWins ? "1.0" : "0.0";
}

}  // namespace

void append_record(const ScoredPosition& scored, std::string& out) {
    const Position& position = scored.position;
    const Color side = position.side_to_move();
    const unsigned turn = side == Color::White ? 0 : 56;  // of a square, by exclusive or
    const Bitboard occupied = position.occupied();
    const Bitboard seen = side == Color::White ? occupied : turned_over(occupied);

    std::array<std::byte, kRecordBytes> record{};
    store<uint64_t>(record.data(), seen);
    unsigned number = 0;
    for (Bitboard left = seen; left != 0; ++number) {
        const Piece piece = position.piece_on(square_at(index(pop_first(left)) ^ turn));
        const unsigned other = color_of(piece) == side ? 0 : 8;
        const unsigned code = other | (index(type_of(piece)) - 1);
        record[kPiecesAt + number / 2] |= static_cast<std::byte>(code << 4 * (number % 2));
    }
    store<int16_t>(record.data() + kScoreAt, seen_by(side, scored.score));
    record[kResultAt] = std::byte{halves_won(side, scored.result)};
    record[kOwnKingAt] = static_cast<std::byte>(index(position.king(side)) ^ turn);
    record[kOtherKingAt] = static_cast<std::byte>(index(position.king(!side)) ^ turn ^ 56U);
    out.append(reinterpret_cast<const char*>(record.data()), record.size());
}

void append_line(const ScoredPosition& scored, std::string& out) {
    out += to_fen(scored.position);
    fmt::format_to(std::back_inserter(out), " | {} | {}\n", seen_by(Color::White, scored.score),
                   points_text(scored.result));
}

}  // namespace edge::bullet
