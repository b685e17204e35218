// A legal chess position: bitboards and a mailbox kept together, the state in a FEN, and the hash.
// Moves are not undone: a caller that wants to go back keeps a copy.
#pragma once

#include <array>
#include <cstdint>

#include "chess/attacks.h"
#include "chess/move.h"
#include "chess/types.h"
#include "chess/zobrist.h"

namespace edge {

// What make_move keeps up to date.
enum class Maintain : uint8_t {
    // The board, the side, the rights and en passant: all that legality needs. The square behind a
    // double push is recorded here even where no pawn can capture: testing that takes a branch that
    // is hard to predict, 0.7 ns a ply of the indexer.
    Pieces,
    Board,         // and the clocks, which cost the indexer 0.8 ns a ply
    BoardAndHash,  // and the hash
};

// Which castling make_move has to handle. Standard assumes king e, rooks a and h: the corpus path.
enum class CastlingRule : uint8_t { Standard, Chess960 };

// Castling rights, one bit each: White king side, White queen side, Black king side, Black queen
// side.
using CastlingRights = uint8_t;
inline constexpr unsigned kKingSide = 0, kQueenSide = 1;
constexpr unsigned castling_index(Color c, unsigned wing) { return 2 * index(c) + wing; }
constexpr CastlingRights castling_bit(Color c, unsigned wing) {
    return static_cast<CastlingRights>(1U << castling_index(c, wing));
}

class Position {
public:
    static const Position& start();

    // ---- the board
    Bitboard pieces(Color c) const { return by_color_[index(c)]; }
    Bitboard pieces(PieceType t) const { return by_type_[index(t)]; }
    Bitboard pieces(Color c, PieceType t) const { return pieces(c) & pieces(t); }
    Bitboard occupied() const { return by_color_[0] | by_color_[1]; }
    Piece piece_on(Square s) const { return board_[index(s)]; }
    Square king(Color c) const { return first_square(pieces(c, PieceType::King)); }

    // ---- the rest of what FEN says
    Color side_to_move() const { return side_; }
    CastlingRights castling_rights() const { return rights_; }
    bool can_castle(Color c, unsigned wing) const { return (rights_ & castling_bit(c, wing)) != 0; }
    // Where the rook of that right stands; meaningful only while the right exists.
    Square castling_rook(Color c, unsigned wing) const { return rooks_[castling_index(c, wing)]; }
    // True when every right is the ordinary one: king on e, rook on a or h.
    bool has_standard_castling() const;
    // Set only when an en-passant capture is legal, but see Maintain::Pieces.
    Square en_passant() const { return en_passant_; }
    unsigned halfmove_clock() const { return halfmove_clock_; }
    unsigned fullmove_number() const { return fullmove_number_; }

    // Kept up to date only by make_move<BoardAndHash>.
    uint64_t hash() const { return hash_; }
    uint64_t compute_hash() const;

    // ---- rules
    // Pieces of `by` that attack the square when the squares in `occupied` are occupied.
    Bitboard attackers(Square target, Color by, Bitboard occupied) const;
    bool is_attacked(Square target, Color by) const {
        return attackers(target, by, occupied()) != 0;
    }
    bool in_check() const { return is_attacked(king(side_), !side_); }

    // Plays a legal move. Nothing is checked.
    template <Maintain maintain, CastlingRule rule = CastlingRule::Standard>
    void make_move(Move move);
    // The same for a move that is not castling, en passant or a promotion, and whose piece is
    // known.
    template <Maintain maintain, CastlingRule rule = CastlingRule::Standard>
    void make_plain_move(PieceType type, Square from, Square to);

    // The same pieces, side, rights and en passant; the clocks may differ.
    bool same_position(const Position& other) const;

private:
    friend class PositionBuilder;
    template <Maintain maintain>
    void put(Piece piece, Square s);
    template <Maintain maintain>
    void remove(Square s);
    template <Maintain maintain, CastlingRule rule>
    void make_special_move(Move move);
    template <Maintain maintain>
    void forget_en_passant();
    template <Maintain maintain>
    void note_double_push(Square passed);
    template <Maintain maintain, CastlingRule rule>
    void keep_rights(Square from, Square to);
    template <Maintain maintain>
    void end_move();
    // Whether a pawn of the side to move may capture onto `target`, pins and discovered checks
    // included.
    bool en_passant_is_legal(Square target) const;

    std::array<Bitboard, 2> by_color_{};
    std::array<Bitboard, 7> by_type_{};  // [0] stays empty
    std::array<Piece, 64> board_{};
    uint64_t hash_ = 0;
    std::array<Square, 4> rooks_{};  // by castling_index
    Color side_ = Color::White;
    CastlingRights rights_ = 0;
    Square en_passant_ = Square::None;
    // Whole words: counting in 16 bits doubled the cost of make_move (3.5 ns to 6.3 ns a ply).
    uint32_t halfmove_clock_ = 0;
    uint32_t fullmove_number_ = 1;
};

// Builds a position piece by piece, for FEN and for tests. build() derives what follows from the
// rest: en passant is kept only where such a capture is legal, and the hash is computed.
class PositionBuilder {
public:
    PositionBuilder& put(Piece piece, Square s);
    PositionBuilder& side_to_move(Color c);
    PositionBuilder& allow_castling(Color c, unsigned wing, Square rook);
    PositionBuilder& en_passant(Square target);
    PositionBuilder& clocks(unsigned halfmove, unsigned fullmove);
    const Position& peek() const { return position_; }
    Position build();

private:
    Position position_;
};

// ---- make_move, here because replay is the hot loop of every scan and of the indexer

namespace detail {

// The rights that survive a move from or to the square, for standard castling.
inline constexpr auto kRightsKept = [] {
    std::array<CastlingRights, 64> kept{};
    kept.fill(15);
    for (unsigned c = 0; c < 2; ++c) {
        const Color color = static_cast<Color>(c);
        const auto king_side = castling_bit(color, kKingSide);
        const auto queen_side = castling_bit(color, kQueenSide);
        kept[c * 56 + 0] = static_cast<CastlingRights>(15 & ~queen_side);
        kept[c * 56 + 4] = static_cast<CastlingRights>(15 & ~(queen_side | king_side));
        kept[c * 56 + 7] = static_cast<CastlingRights>(15 & ~king_side);
    }
    return kept;
}();

}  // namespace detail

template <Maintain maintain>
inline void Position::put(Piece piece, Square s) {
    by_color_[index(color_of(piece))] |= bit(s);
    by_type_[index(type_of(piece))] |= bit(s);
    board_[index(s)] = piece;
    if constexpr (maintain == Maintain::BoardAndHash) hash_ ^= zobrist::piece_key(piece, s);
}

template <Maintain maintain>
inline void Position::remove(Square s) {
    const Piece piece = piece_on(s);
    by_color_[index(color_of(piece))] &= ~bit(s);
    by_type_[index(type_of(piece))] &= ~bit(s);
    board_[index(s)] = Piece::None;
    if constexpr (maintain == Maintain::BoardAndHash) hash_ ^= zobrist::piece_key(piece, s);
}

template <Maintain maintain, CastlingRule rule>
inline void Position::keep_rights(Square from, Square to) {
    if (rights_ == 0) return;
    CastlingRights kept = 15;
    if constexpr (rule == CastlingRule::Standard) {
        kept = detail::kRightsKept[index(from)] & detail::kRightsKept[index(to)];
    } else {
        for (const Color c : {Color::White, Color::Black}) {
            for (const unsigned wing : {kKingSide, kQueenSide}) {
                const Square rook = castling_rook(c, wing);
                if (from == king(c) || from == rook || to == rook) {
                    kept = static_cast<CastlingRights>(kept & ~castling_bit(c, wing));
                }
            }
        }
    }
    if constexpr (maintain == Maintain::BoardAndHash) {
        hash_ ^= zobrist::castling_key(rights_ & ~kept);
    }
    rights_ &= kept;
}

template <Maintain maintain>
inline void Position::forget_en_passant() {
    if (en_passant_ == Square::None) return;
    if constexpr (maintain == Maintain::BoardAndHash) {
        hash_ ^= zobrist::en_passant_key(en_passant_);
    }
    en_passant_ = Square::None;
}

template <Maintain maintain>
inline void Position::end_move() {
    if constexpr (maintain != Maintain::Pieces) fullmove_number_ += index(side_);
    side_ = !side_;
    if constexpr (maintain == Maintain::BoardAndHash) hash_ ^= zobrist::kWhiteToMove;
}

template <Maintain maintain, CastlingRule rule>
[[gnu::always_inline]] inline void Position::make_plain_move(PieceType type, Square from,
                                                             Square to) {
    if constexpr (maintain != Maintain::Pieces) forget_en_passant<maintain>();
    keep_rights<maintain, rule>(from, to);
    const Piece piece = make_piece(side_, type);
    const Piece captured = piece_on(to);
    // Clearing the target of the other colour and of the captured type needs no branch:
    // by_type_[0], the row of Piece::None, is empty already.
    const Bitboard moved = bit(from) | bit(to);
    by_color_[index(!side_)] &= ~bit(to);
    by_type_[index(type_of(captured))] &= ~bit(to);
    by_color_[index(side_)] ^= moved;
    by_type_[index(type)] ^= moved;
    board_[index(from)] = Piece::None;
    board_[index(to)] = piece;
    if constexpr (maintain == Maintain::BoardAndHash) {
        hash_ ^= zobrist::piece_key(piece, from) ^ zobrist::piece_key(piece, to) ^
                 zobrist::piece_key(captured, to);
    }
    if constexpr (maintain != Maintain::Pieces) {
        const bool resets_clock = (type == PieceType::Pawn) | (captured != Piece::None);
        halfmove_clock_ = (halfmove_clock_ + 1) & (unsigned{resets_clock} - 1);
    }
    end_move<maintain>();
    // One comparison: a branch on whether this is a pawn would be unpredictable.
    const bool is_double_push =
        (index(type) << 8 | (index(from) ^ index(to))) == (index(PieceType::Pawn) << 8 | 16);
    const Square passed = square_at((index(from) + index(to)) / 2);
    if constexpr (maintain == Maintain::Pieces) {
        en_passant_ = is_double_push ? passed : Square::None;
    } else if (is_double_push) [[unlikely]] {
        note_double_push<maintain>(passed);
    }
}

template <Maintain maintain>
inline void Position::note_double_push(Square passed) {
    if ((attacks::pawn(!side_, passed) & pieces(side_, PieceType::Pawn)) != 0 &&
        en_passant_is_legal(passed)) {
        en_passant_ = passed;
        if constexpr (maintain == Maintain::BoardAndHash) {
            hash_ ^= zobrist::en_passant_key(passed);
        }
    }
}

template <Maintain maintain, CastlingRule rule>
inline void Position::make_move(Move move) {
    if (move.raw() >> 12 != 0) return make_special_move<maintain, rule>(move);
    make_plain_move<maintain, rule>(type_of(piece_on(move.from())), move.from(), move.to());
}

template <Maintain maintain, CastlingRule rule>
void Position::make_special_move(Move move) {
    forget_en_passant<maintain>();
    const Square from = move.from();
    const Square to = move.to();
    if (move.is_castling()) {
        const unsigned rank = rank_of(from) * 8;
        const unsigned wing = file_of(to) == 6 ? kKingSide : kQueenSide;
        const Square rook_from = rule == CastlingRule::Standard
                                     ? square_at(rank + (wing == kKingSide ? 7 : 0))
                                     : castling_rook(side_, wing);
        const Square rook_to = square_at(rank + (wing == kKingSide ? 5 : 3));
        const Piece king = make_piece(side_, PieceType::King);
        const Piece rook = make_piece(side_, PieceType::Rook);
        keep_rights<maintain, rule>(from, from);
        if constexpr (rule == CastlingRule::Standard) {
            // Four different squares, so that each word is written once: 0.7 ns of the average ply.
            const Bitboard king_moved = bit(from) | bit(to);
            const Bitboard rook_moved = bit(rook_from) | bit(rook_to);
            by_color_[index(side_)] ^= king_moved | rook_moved;
            by_type_[index(PieceType::King)] ^= king_moved;
            by_type_[index(PieceType::Rook)] ^= rook_moved;
            board_[index(from)] = board_[index(rook_from)] = Piece::None;
            board_[index(to)] = king;
            board_[index(rook_to)] = rook;
            if constexpr (maintain == Maintain::BoardAndHash) {
                hash_ ^= zobrist::piece_key(king, from) ^ zobrist::piece_key(king, to) ^
                         zobrist::piece_key(rook, rook_from) ^ zobrist::piece_key(rook, rook_to);
            }
        } else {
            remove<maintain>(from);
            remove<maintain>(rook_from);
            put<maintain>(king, to);
            put<maintain>(rook, rook_to);
        }
        ++halfmove_clock_;
    } else {
        halfmove_clock_ = 0;
        if (move.is_en_passant()) {
            remove<maintain>(make_square(file_of(to), rank_of(from)));
        } else if (piece_on(to) != Piece::None) {
            keep_rights<maintain, rule>(to, to);
            remove<maintain>(to);
        }
        remove<maintain>(from);
        const PieceType promoted = move.promotion();
        put<maintain>(make_piece(side_, promoted == PieceType::None ? PieceType::Pawn : promoted),
                      to);
    }
    end_move<maintain>();
}

}  // namespace edge
