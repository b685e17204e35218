#include "chess/uci.h"

#include <optional>

#include "chess/movegen.h"

namespace edge {

namespace {

constexpr std::string_view kPromotionLetters = "  nbrq";  // by PieceType

void append_square(std::string& out, Square s) {
    out += static_cast<char>('a' + file_of(s));
    out += static_cast<char>('1' + rank_of(s));
}

std::optional<Square> read_square(std::string_view text) {
    if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8') return std::nullopt;
    return make_square(static_cast<unsigned>(text[0] - 'a'), static_cast<unsigned>(text[1] - '1'));
}

// The castling move that a king's move from `from` to `to` means, if any.
std::optional<Move> as_castling(const Position& position, Square from, Square to) {
    for (const unsigned wing : {kKingSide, kQueenSide}) {
        if (!position.can_castle(position.side_to_move(), wing)) continue;
        const CastlingSquares squares = castling_squares(position, wing);
        if (from != squares.king_from) continue;
        const Move move = Move::castling(from, squares.king_to);
        if ((to == squares.king_to || to == squares.rook_from) && is_legal(position, move)) {
            return move;
        }
    }
    return std::nullopt;
}

}  // namespace

std::string to_uci(Move move, const Position& position, CastlingRule rule) {
    Square to = move.to();
    if (move.is_castling() && rule == CastlingRule::Chess960) {
        to = position.castling_rook(position.side_to_move(),
                                    file_of(to) == 6 ? kKingSide : kQueenSide);
    }
    std::string out;
    append_square(out, move.from());
    append_square(out, to);
    if (move.promotion() != PieceType::None) out += kPromotionLetters[index(move.promotion())];
    return out;
}

tl::expected<Move, UciError> parse_uci(const Position& position, std::string_view text) {
    if (text == "0000") return tl::unexpected(UciError::NullMove);
    if (text.size() != 4 && text.size() != 5) return tl::unexpected(UciError::Unreadable);
    const auto from = read_square(text);
    const auto to = read_square(text.substr(2));
    if (!from || !to) return tl::unexpected(UciError::Unreadable);

    const bool is_pawn = type_of(position.piece_on(*from)) == PieceType::Pawn;
    Move move = Move::normal(*from, *to);
    if (text.size() == 5) {
        const size_t promotion = kPromotionLetters.find(text[4], 2);
        if (promotion == std::string_view::npos) return tl::unexpected(UciError::Unreadable);
        move = Move::promotion(*from, *to, static_cast<PieceType>(promotion));
    } else if (is_pawn && *to == position.en_passant() && file_of(*from) != file_of(*to)) {
        move = Move::en_passant(*from, *to);
    }
    if (is_legal(position, move)) return move;
    if (text.size() == 4) {
        if (const auto castling = as_castling(position, *from, *to)) return *castling;
    }
    return tl::unexpected(UciError::Illegal);
}

}  // namespace edge
