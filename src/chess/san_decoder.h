// Reads the SAN of ordinary PGN at replay speed. It knows the plain forms of standard chess (Nf3,
// exd5, R1xe2, e8=Q, O-O) and says "none" to everything else; parse_san in san.h then decides.
//
// Every move it gives is fully legal. Legality is cheap because it is kept, not computed: the
// decoder knows whether the side to move is in check, and outside of check only a man on a line
// with its own king can be pinned.
#pragma once

#include <array>
#include <cstdint>

#include "chess/position.h"

namespace edge {

class SanDecoder {
public:
    const Position& position() const { return position_; }
    void reset() {
        position_ = Position::start();
        guarded_ = bit(Square::E1);
    }

    // Plays the move that a word of 2 to 7 characters names, the first character in the low byte of
    // `word`, and returns it. None, with nothing played, when the word is not of a plain form, or
    // its move is not legal, or several fit.
    template <Maintain maintain>
    Move play_word(uint64_t word, unsigned length);

    // Plays a legal move.
    template <Maintain maintain>
    void play(Move move);

private:
    template <Maintain maintain>
    Move play_special_word(uint64_t word, unsigned length);
    Move choose(PieceType type, Bitboard candidates, Square to, bool pawn_takes) const;
    Move find_promotion(uint64_t word, unsigned length) const;
    Move find_castling(unsigned wing) const;
    Move find_en_passant(Square from, Square to) const;
    bool is_safe(Square from, Square to) const;
    bool king_is_safe_on(Square to) const;
    void look_ahead(PieceType type, Square from, Square to);
    static Bitboard guarded(Square king, Bitboard straight, Bitboard diagonal, Bitboard occupied);
    void look_at_king();

    bool in_check() const { return guarded_ == ~Bitboard{0}; }

    Position position_ = Position::start();
    // Of the side to move: the men whose moves need a closer look. The king, those that stand alone
    // between it and an enemy slider; in check all squares.
    Bitboard guarded_ = bit(Square::E1);
};

namespace detail {

// The man a word begins with; a pawn for the files.
inline constexpr auto kFirstLetter = [] {
    std::array<PieceType, 256> types{};
    for (unsigned file = 'a'; file <= 'h'; ++file) types[file] = PieceType::Pawn;
    types['N'] = PieceType::Knight;
    types['B'] = PieceType::Bishop;
    types['R'] = PieceType::Rook;
    types['Q'] = PieceType::Queen;
    types['K'] = PieceType::King;
    return types;
}();

// The squares a character in front of the target leaves possible: a file, a rank; all for a piece
// letter, the capture mark and "no character"; none for anything else, which makes the word not
// plain.
inline constexpr auto kOrigin = [] {
    std::array<Bitboard, 256> squares{};
    for (const char c : {'\0', 'x', 'N', 'B', 'R', 'Q', 'K'}) {
        squares[static_cast<unsigned char>(c)] = ~Bitboard{0};
    }
    for (unsigned i = 0; i < 8; ++i) {
        squares['a' + i] = file_bits(i);
        squares['1' + i] = rank_bits(i);
    }
    return squares;
}();

// [row][target]: from where a man can come on an empty board. Rows 2 to 6 are the pieces by type,
// then White's pawn pushes and captures, then Black's. Pawns reach no end rank: that takes a
// promotion.
inline constexpr unsigned kPawnRows = 7;
inline constexpr auto kComesFrom = [] {
    std::array<attacks::PerSquare, kPawnRows + 4> table{};
    for (unsigned type = 2; type <= 6; ++type) table[type] = attacks::kEmptyBoard[type];
    for (unsigned to = 8; to < 56; ++to) {
        const Square target = square_at(to);
        table[kPawnRows][to] =
            bit(square_at(to - 8)) | (to >> 3 == 3 ? bit(square_at(to - 16)) : 0);
        table[kPawnRows + 1][to] = attacks::pawn(Color::Black, target);
        table[kPawnRows + 2][to] =
            bit(square_at(to + 8)) | (to >> 3 == 4 ? bit(square_at(to + 16)) : 0);
        table[kPawnRows + 3][to] = attacks::pawn(Color::White, target);
    }
    return table;
}();

inline constexpr uint64_t word_of(const char* text) {
    uint64_t word = 0;
    for (unsigned i = 0; text[i] != 0; ++i) {
        word |= static_cast<uint64_t>(static_cast<unsigned char>(text[i])) << 8 * i;
    }
    return word;
}

inline constexpr uint64_t low_bytes(uint64_t word, unsigned count) {
    return word & ((uint64_t{1} << 8 * count) - 1);
}

// By type: all squares for the lines it moves on.
struct Lines {
    Bitboard straight;
    Bitboard diagonal;
};
inline constexpr std::array<Lines, 7> kLines = {{{0, 0},
                                                 {0, 0},
                                                 {0, 0},
                                                 {0, ~Bitboard{0}},
                                                 {~Bitboard{0}, 0},
                                                 {~Bitboard{0}, ~Bitboard{0}},
                                                 {0, 0}}};

// All squares when the condition holds. Sums and masks stand in for conditions here, which a
// compiler would make into branches.
inline constexpr Bitboard all_if(bool condition) { return Bitboard{0} - Bitboard{condition}; }

}  // namespace detail

template <Maintain maintain>
[[gnu::always_inline]] inline Move SanDecoder::play_word(uint64_t word, unsigned length) {
    using detail::all_if;
    const PieceType type = detail::kFirstLetter[word & 0xFF];
    const uint64_t tail = word >> 8 * (length - 2);
    const unsigned file = static_cast<unsigned>(tail & 0xFF) - 'a';
    const unsigned rank = static_cast<unsigned>(tail >> 8 & 0xFF) - '1';
    const bool is_pawn = type == PieceType::Pawn;
    if ((file | rank) > 7 || type == PieceType::None || length + is_pawn > 5) [[unlikely]] {
        return play_special_word<maintain>(word, length);
    }
    // Pawns and pieces go the same way: which of them comes next is what nobody can predict.
    const Square to = make_square(file, rank);
    const Color us = position_.side_to_move();
    const bool pawn_takes = is_pawn & (length != 2);
    const unsigned row = index(type) + (is_pawn ? detail::kPawnRows - 1 + 2 * index(us) : 0U) +
                         static_cast<unsigned>(pawn_takes);
    const uint64_t prefix = detail::low_bytes(word, length - 2);
    const Bitboard candidates = detail::kComesFrom[row][index(to)] & position_.pieces(us, type) &
                                detail::kOrigin[prefix & 0xFF] &
                                detail::kOrigin[prefix >> 8 & 0xFF] & detail::kOrigin[prefix >> 16];
    if (candidates == 0) [[unlikely]]
        return Move();
    Square from = first_square(candidates);
    // One rare branch for all that needs a closer look: several candidates, a way not clear, a man
    // that may be pinned, a target that this kind of move cannot have (en passant too).
    const Bitboard others = position_.pieces(!us);
    // Pieces: the own men; pawn pushes: all men; pawn captures: all squares but the others' men.
    const Bitboard takes = all_if(pawn_takes);
    const Bitboard barred = ((position_.pieces(us) & ~takes) | (others & all_if(is_pawn))) ^ takes;
    const Bitboard doubts = (candidates & (candidates - 1)) | (candidates & guarded_) |
                            (attacks::between(from, to) & position_.occupied()) |
                            (barred & bit(to));
    if (type == PieceType::King) {
        // By itself, since the word alone tells: a wrong guess shows long before the doubts do.
        if ((barred & bit(to)) != 0 || !king_is_safe_on(to)) [[unlikely]]
            return Move();
    } else if (doubts != 0) {
        const Move chosen = choose(type, candidates, to, pawn_takes);
        if (chosen.is_none()) [[unlikely]]
            return chosen;
        if (chosen.is_en_passant()) [[unlikely]] {
            play<maintain>(chosen);
            return chosen;
        }
        from = chosen.from();
    }
    look_ahead(type, from, to);
    position_.make_plain_move<maintain>(type, from, to);
    return Move::normal(from, to);
}

// Castling, promotions, and pieces whose origin is spelt out in full.
template <Maintain maintain>
Move SanDecoder::play_special_word(uint64_t word, unsigned length) {
    const uint64_t whole = detail::low_bytes(word, length);
    Move move;
    if (whole == detail::word_of("O-O")) {
        move = find_castling(kKingSide);
    } else if (whole == detail::word_of("O-O-O")) {
        move = find_castling(kQueenSide);
    } else {
        move = find_promotion(word, length);
    }
    if (!move.is_none()) play<maintain>(move);
    return move;
}

template <Maintain maintain>
inline void SanDecoder::play(Move move) {
    position_.make_move<maintain, CastlingRule::Standard>(move);
    look_at_king();
}

// What guarded_ will be for the other side once this plain move is made. Before the move, since all
// it needs is in registers then; reading the boards back from memory that was just written cost 5
// ns.
[[gnu::always_inline]] inline void SanDecoder::look_ahead(PieceType type, Square from, Square to) {
    using detail::all_if;
    const Color us = position_.side_to_move();
    const Bitboard ours = position_.pieces(us);
    const Bitboard moved = bit(from) | bit(to);
    const Bitboard queens = position_.pieces(PieceType::Queen);
    const detail::Lines& lines = detail::kLines[index(type)];
    const Bitboard straight =
        ((queens | position_.pieces(PieceType::Rook)) & ours) ^ (moved & lines.straight);
    const Bitboard diagonal =
        ((queens | position_.pieces(PieceType::Bishop)) & ours) ^ (moved & lines.diagonal);
    const Square king = lowest_square(position_.pieces(!us, PieceType::King));
    const bool leaper_check = (attacks::of_leaper(make_piece(us, type), to) & bit(king)) != 0;
    guarded_ = guarded(king, straight, diagonal, (position_.occupied() | bit(to)) ^ bit(from)) |
               all_if(leaper_check);
}

// The king, the men that stand alone between it and one of the enemy's sliders, or all squares when
// nobody does.
[[gnu::always_inline]] inline Bitboard SanDecoder::guarded(Square king, Bitboard straight,
                                                           Bitboard diagonal, Bitboard occupied) {
    using detail::all_if;
    Bitboard sliders = (attacks::on_empty_board(PieceType::Rook, king) & straight) |
                       (attacks::on_empty_board(PieceType::Bishop, king) & diagonal);
    Bitboard found = bit(king);
    while (sliders != 0) {
        const Bitboard between = attacks::between(king, pop_first(sliders)) & occupied;
        found |= (between & all_if(!has_many(between))) | all_if(between == 0);
    }
    return found;
}

// Whether a man other than the king may go: the own king is not attacked afterwards.
inline bool SanDecoder::is_safe(Square from, Square to) const {
    if ((guarded_ & bit(from)) == 0) [[likely]]
        return true;
    const Color us = position_.side_to_move();
    const Bitboard after = (position_.occupied() ^ bit(from)) | bit(to);
    return (position_.attackers(position_.king(us), !us, after) & ~bit(to)) == 0;
}

}  // namespace edge
