#include "codec/scid4/move_codes.h"

#include <array>

namespace edge::scid4 {
namespace {

// Code n, from 1, is a step by the n-th number.
using Steps = std::array<int8_t, 8>;
constexpr Steps kKingSteps = {-9, -8, -7, -1, 1, 7, 8, 9};
constexpr Steps kKnightSteps = {-17, -15, -10, -6, 6, 10, 15, 17};
constexpr unsigned kCastleQueenSide = 9, kCastleKingSide = 10;

constexpr unsigned kAlongFile = 8;        // added to the rank of the target; without it, its file
constexpr unsigned kFallingDiagonal = 8;  // a8-h1 way, added to the file of the target
constexpr unsigned kSecondByte = 64;      // added to the target

constexpr int kPawnSteps = 7;            // codes 0, 1, 2 are steps by 7, 8, 9
constexpr unsigned kPromotionCodes = 3;  // the same again for each piece a pawn can become
constexpr std::array kPromotions = {PieceType::None, PieceType::Queen, PieceType::Rook,
                                    PieceType::Bishop, PieceType::Knight};
constexpr unsigned kDoublePush = 15;

// ---- writing
//
// The codes for all types are computed without asking which piece it is, and the right one is
// chosen at the end: an unpredictable jump by the type of piece cost 2 ns of 21 ns a ply.

constexpr int kMaxStep = 63;
using CodesByStep = std::array<uint8_t, 2 * kMaxStep + 1>;
constexpr unsigned step_index(int step) { return static_cast<unsigned>(step + kMaxStep); }

// Kings and knights have no step in common.
constexpr CodesByStep kStepCodes = [] {
    CodesByStep codes{};
    for (uint8_t i = 0; i < 8; ++i) {
        codes[step_index(kKingSteps[i])] = codes[step_index(kKnightSteps[i])] = i + 1;
    }
    return codes;
}();
constexpr CodesByStep kPawnCodes = [] {
    CodesByStep codes{};
    for (const int side : {-1, 1}) {
        for (uint8_t i = 0; i < 3; ++i) codes[step_index(side * (kPawnSteps + i))] = i;
        codes[step_index(side * 16)] = kDoublePush;
    }
    return codes;
}();
constexpr auto kPromotionRows = [] {  // by PieceType
    std::array<uint8_t, 7> rows{};
    uint8_t row = 0;
    for (const PieceType type : kPromotions) rows[index(type)] = row++;
    return rows;
}();

unsigned code_of(Move move, PieceType type) {
    const Square from = move.from();
    const Square to = move.to();
    const unsigned step = step_index(static_cast<int>(index(to)) - static_cast<int>(index(from)));
    const bool rises = (to > from) == (file_of(to) > file_of(from));
    const bool along_rank = rank_of(from) == rank_of(to);
    const unsigned bishop = file_of(to) + (rises ? 0 : kFallingDiagonal);
    const unsigned rook = along_rank ? file_of(to) : kAlongFile + rank_of(to);
    const std::array<unsigned, 7> codes = {0,    kPawnCodes[step], kStepCodes[step], bishop, rook,
                                           rook, kStepCodes[step]};
    return codes[index(type)];
}

unsigned special_code(Move move) {
    if (move.is_castling()) return file_of(move.to()) == 6 ? kCastleKingSide : kCastleQueenSide;
    return code_of(move, PieceType::Pawn) +
           kPromotionCodes * kPromotionRows[index(move.promotion())];
}

bool is_diagonal(Move move) {
    return rank_of(move.from()) != rank_of(move.to()) && file_of(move.from()) != file_of(move.to());
}

// ---- reading

constexpr int kNowhere = -1;

int step_target(Square from, const Steps& steps, unsigned code) {
    if (code < 1 || code > steps.size()) return kNowhere;
    return static_cast<int>(index(from)) + steps[code - 1];
}

int rook_target(Square from, unsigned code) {
    const bool along_file = code >= kAlongFile;
    return static_cast<int>(index(along_file ? make_square(file_of(from), code - kAlongFile)
                                             : make_square(code, rank_of(from))));
}

int bishop_target(Square from, unsigned code) {
    const int files = static_cast<int>(code & 7) - static_cast<int>(file_of(from));
    return static_cast<int>(index(from)) + (code >= kFallingDiagonal ? -7 : 9) * files;
}

int pawn_target(Square from, Color side, unsigned code) {
    const int length =
        code == kDoublePush ? 16 : kPawnSteps + static_cast<int>(code % kPromotionCodes);
    return static_cast<int>(index(from)) + (side == Color::White ? length : -length);
}

Move pawn_move(const Position& position, Square from, Square to, unsigned code) {
    const PieceType promotion =
        code == kDoublePush ? PieceType::None : kPromotions[code / kPromotionCodes];
    if (promotion != PieceType::None) return Move::promotion(from, to, promotion);
    const bool captures = file_of(from) != file_of(to);
    const bool passes = captures && position.piece_on(to) == Piece::None;
    return passes ? Move::en_passant(from, to) : Move::normal(from, to);
}

// Scid requires the rook on its square and both targets free, and leaves the rest to the rules.
tl::expected<Move, MoveCodeError> castling_move(const Position& position, unsigned wing) {
    const Color side = position.side_to_move();
    const Square king = position.king(side);
    const bool is_king_side = wing == kKingSide;
    const auto on_rank = [king](unsigned file) { return make_square(file, rank_of(king)); };
    const Square rook = position.can_castle(side, wing) ? position.castling_rook(side, wing)
                                                        : on_rank(is_king_side ? 7 : 0);
    const Square king_to = on_rank(is_king_side ? 6 : 2);
    const Square rook_to = on_rank(is_king_side ? 5 : 3);
    const Bitboard others = position.occupied() & ~(bit(king) | bit(rook));
    if (position.piece_on(rook) != make_piece(side, PieceType::Rook) ||
        (others & (bit(king_to) | bit(rook_to))) != 0) {
        return tl::unexpected(MoveCodeError::NoCastling);
    }
    return Move::castling(king, king_to);
}

}  // namespace

void append_move(const PieceLists& lists, Move move, std::vector<std::byte>& out) {
    const auto append = [&out](unsigned byte) { out.push_back(static_cast<std::byte>(byte)); };
    if (move.is_none()) return append(0);
    const Square from = move.from();
    const PieceType type = type_of(lists.piece_on(from));
    const unsigned slot = lists.slot_of(from) << 4;
    const bool is_plain = move.raw() >> 12 == 0;
    if (type == PieceType::Queen && is_diagonal(move)) {
        append(slot | file_of(from));
        return append(kSecondByte + index(move.to()));
    }
    append(slot | (is_plain ? code_of(move, type) : special_code(move)));
}

std::string_view expected_text(MoveCodeError error) {
    switch (error) {
        case MoveCodeError::EmptySlot:
            return "a slot in use";
        case MoveCodeError::NoTarget:
            return "a move to another square of the board";
        case MoveCodeError::TakesKing:
            return "a move that takes no king";
        case MoveCodeError::NoCastling:
            return "a rook to castle with and room for it";
    }
    return "a move";
}

bool has_second_byte(const PieceLists& lists, Color side, uint8_t byte) {
    const unsigned slot = byte >> 4;
    if (slot >= lists.size(side)) return false;
    const Square from = lists.square(side, slot);
    return type_of(lists.piece_on(from)) == PieceType::Queen && (byte & 15U) == file_of(from);
}

tl::expected<Move, MoveCodeError> decode_move(const Position& position, const PieceLists& lists,
                                              uint8_t byte, uint8_t second) {
    const Color side = position.side_to_move();
    const unsigned slot = byte >> 4;
    const unsigned code = byte & 15;
    if (slot >= lists.size(side)) return tl::unexpected(MoveCodeError::EmptySlot);
    const Square from = lists.square(side, slot);
    const PieceType type = type_of(lists.piece_on(from));
    int target = kNowhere;
    switch (type) {
        case PieceType::King:
            if (code == 0) return Move();
            if (code == kCastleKingSide) return castling_move(position, kKingSide);
            if (code == kCastleQueenSide) return castling_move(position, kQueenSide);
            target = step_target(from, kKingSteps, code);
            break;
        case PieceType::Pawn:
            target = pawn_target(from, side, code);
            break;
        case PieceType::Knight:
            target = step_target(from, kKnightSteps, code);
            break;
        case PieceType::Bishop:
            target = bishop_target(from, code);
            break;
        case PieceType::Rook:
            target = rook_target(from, code);
            break;
        case PieceType::Queen:
            target = code == file_of(from)
                         ? static_cast<int>(second) - static_cast<int>(kSecondByte)
                         : rook_target(from, code);
            break;
        case PieceType::None:
            break;
    }
    if (target < 0 || target > 63 || target == static_cast<int>(index(from))) {
        return tl::unexpected(MoveCodeError::NoTarget);
    }
    const Square to = square_at(static_cast<unsigned>(target));
    if (type_of(position.piece_on(to)) == PieceType::King) {
        return tl::unexpected(MoveCodeError::TakesKing);
    }
    return type == PieceType::Pawn ? pawn_move(position, from, to, code) : Move::normal(from, to);
}

}  // namespace edge::scid4
