// Reads the SAN of ordinary PGN at replay speed. It knows the plain forms of standard chess (Nf3,
// exd5, R1xe2, e8=Q, O-O) and returns none for everything else; parse_san in san.h then decides.
//
// Every move it gives is fully legal. Legality is cheap because the decoder keeps, for both kings,
// the pieces that would attack them on an empty board: while there are none, as before four plies
// out of five, there is no check and no pin.
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
        threats_ = {};
    }
    // Continues from a position with ordinary castling.
    void reset(const Position& position) {
        position_ = position;
        for (const Color color : {Color::White, Color::Black}) {
            threats_[index(color)] = find_threats(color, position_.king(color));
        }
    }

    // Plays the move that a word of 2 to 7 characters names, the first character in the low byte of
    // `word`, and returns it. None, with nothing played, when the word does not have a plain form,
    // its move is not legal, or several moves fit.
    template <Maintain maintain>
    Move play_word(uint64_t word, unsigned length);

    // Plays a legal move.
    template <Maintain maintain>
    void play(Move move);

private:
    template <Maintain maintain, Color us>
    Move play_word_of(uint64_t word, unsigned length);
    template <Maintain maintain>
    Move play_special_word(uint64_t word, unsigned length);
    Move choose(PieceType type, Bitboard candidates, Square to) const;
    Move find_promotion(uint64_t word, unsigned length) const;
    Move find_castling(unsigned wing) const;
    Move find_en_passant(Square from, Square to) const;
    Bitboard guarded() const;
    bool is_safe(Bitboard guarded, Square from, Square to) const;
    Bitboard find_threats(Color color, Square king) const;
    bool king_is_safe_on(Square to, Bitboard threats) const;

    Position position_ = Position::start();
    // By colour: the other side's pieces that attack its king, or would do so on an empty board.
    // Kept from move to move: finding the pins anew took 2 ns a ply more.
    std::array<Bitboard, 2> threats_{};
};

namespace detail {

// The squares that a character before the target leaves possible: a file, a rank; all for a piece
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

// [row][target]: where a piece can come from on an empty board. Rows 2 to 6 are the pieces by type,
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

// [colour][length of the word][first character]: what these say about the move.
struct WordStart {
    // A pawn's file, also where the pawn is pushed. None: no plain word of that length begins so.
    Bitboard origin = 0;
    PieceType type = PieceType::None;
    uint8_t row = 0;  // of kComesFrom
};
inline constexpr auto kWordStart = [] {
    std::array<std::array<std::array<WordStart, 256>, 8>, 2> table{};
    for (unsigned color = 0; color < 2; ++color) {
        for (const unsigned length : {2, 4}) {
            const unsigned row = kPawnRows + 2 * color + (length == 4 ? 1 : 0);
            for (unsigned file = 'a'; file <= 'h'; ++file) {
                table[color][length][file] = {kOrigin[file], PieceType::Pawn,
                                              static_cast<uint8_t>(row)};
            }
        }
        for (const unsigned length : {3, 4, 5}) {
            const auto add = [&](unsigned char letter, PieceType type) {
                table[color][length][letter] = {kOrigin[letter], type, static_cast<uint8_t>(type)};
            };
            add('N', PieceType::Knight);
            add('B', PieceType::Bishop);
            add('R', PieceType::Rook);
            add('Q', PieceType::Queen);
            add('K', PieceType::King);
        }
    }
    return table;
}();

// [colour][row of kComesFrom]: a bit for every piece that must not stand on the target. Pieces go
// to empty squares and to those of enemy pieces, pawns to the former by a push and to the latter by
// a capture.
inline constexpr auto kBarred = [] {
    std::array<std::array<uint16_t, kPawnRows + 4>, 2> table{};
    for (unsigned color = 0; color < 2; ++color) {
        constexpr uint16_t kNone = 1;
        constexpr uint16_t kWhite = 0x7E;
        constexpr uint16_t kBlack = 0x7E00;
        const uint16_t own = color == 0 ? kWhite : kBlack;
        table[color].fill(own);
        for (const unsigned push : {kPawnRows, kPawnRows + 2}) {
            table[color][push] = kWhite | kBlack;
            table[color][push + 1] = own | kNone;
        }
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

// [piece][square of the other side's king]: where the piece attacks it from on an empty board. The
// rows of the kings are empty.
inline constexpr auto kBears = [] {
    std::array<attacks::PerSquare, 16> table{};
    for (const Color color : {Color::White, Color::Black}) {
        for (unsigned type = 2; type <= 5; ++type) {
            table[index(make_piece(color, static_cast<PieceType>(type)))] =
                attacks::kEmptyBoard[type];
        }
        table[index(make_piece(color, PieceType::Pawn))] = attacks::kPawn[index(!color)];
    }
    return table;
}();

// All squares when the condition holds, otherwise none.
inline constexpr Bitboard all_if(bool condition) { return Bitboard{0} - Bitboard{condition}; }

}  // namespace detail

template <Maintain maintain>
[[gnu::always_inline]] inline Move SanDecoder::play_word(uint64_t word, unsigned length) {
    // The sides take turns, so this branch is predicted, and all that depends on the side is
    // constant after it (0.7 ns a ply).
    return position_.side_to_move() == Color::White
               ? play_word_of<maintain, Color::White>(word, length)
               : play_word_of<maintain, Color::Black>(word, length);
}

template <Maintain maintain, Color us>
[[gnu::always_inline]] inline Move SanDecoder::play_word_of(uint64_t word, unsigned length) {
    const detail::WordStart& start = detail::kWordStart[index(us)][length][word & 0xFF];
    const uint64_t tail = word >> 8 * (length - 2);
    const unsigned file = static_cast<unsigned>(tail & 0xFF) - 'a';
    const unsigned rank = static_cast<unsigned>(tail >> 8 & 0xFF) - '1';
    if ((file | rank) > 7) [[unlikely]] {
        return play_special_word<maintain>(word, length);
    }
    // Pawns and pieces share one path: which of them comes next cannot be predicted.
    const PieceType type = start.type;
    const Square to = make_square(file, rank);
    const uint64_t middle = detail::low_bytes(word, length - 2) >> 8;
    const Bitboard candidates =
        detail::kComesFrom[start.row][index(to)] & position_.pieces(us, type) & start.origin &
        detail::kOrigin[middle & 0xFF] & detail::kOrigin[middle >> 8 & 0xFF];
    if (candidates == 0) [[unlikely]]
        return play_special_word<maintain>(word, length);
    Square from = first_square(candidates);
    const bool barred =
        (detail::kBarred[index(us)][start.row] >> index(position_.piece_on(to)) & 1U) != 0;
    if (type == PieceType::King) {
        // A separate branch, since the word alone decides it: a misprediction is found long before
        // the tests below.
        const Bitboard threats = find_threats(us, to);
        if (barred || !king_is_safe_on(to, threats)) [[unlikely]]
            return Move();
        threats_[index(us)] = threats;
    } else {
        // One rare branch for all that needs a closer look: several candidates, a blocked path, a
        // piece that may be pinned, a target that this kind of move cannot have (en passant too).
        Bitboard doubts = (candidates & (candidates - 1)) |
                          (attacks::between(from, to) & position_.occupied()) | Bitboard{barred};
        if (threats_[index(us)] != 0) doubts |= candidates & guarded();
        if (doubts != 0) {
            const Move chosen = choose(type, candidates, to);
            if (chosen.is_none()) [[unlikely]]
                return chosen;
            if (chosen.is_en_passant()) [[unlikely]] {
                play<maintain>(chosen);
                return chosen;
            }
            from = chosen.from();
        }
    }
    const Square their_king = lowest_square(position_.pieces(!us, PieceType::King));
    const Bitboard bears = detail::kBears[index(make_piece(us, type))][index(their_king)];
    threats_[index(!us)] = (threats_[index(!us)] & ~bit(from)) | (bears & bit(to));
    threats_[index(us)] &= ~bit(to);
    if (position_.side_to_move() != us) __builtin_unreachable();  // to make_plain_move too
    position_.make_plain_move<maintain>(type, from, to);
    const Move played = Move::normal(from, to);
    if (played.is_none()) __builtin_unreachable();
    return played;
}

// Castling and promotions; parse_san reads all other words.
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
    for (const Color color : {Color::White, Color::Black}) {
        threats_[index(color)] = find_threats(color, position_.king(color));
    }
}

// The king and the pieces that stand alone between it and a threat, or all squares when a threat
// has nothing in between: a check.
inline Bitboard SanDecoder::guarded() const {
    using detail::all_if;
    const Color us = position_.side_to_move();
    const Square king = position_.king(us);
    Bitboard found = bit(king);
    for (Bitboard threats = threats_[index(us)]; threats != 0;) {
        const Bitboard between = attacks::between(king, pop_first(threats)) & position_.occupied();
        found |= (between & all_if(!has_many(between))) | all_if(between == 0);
    }
    return found;
}

// What threats_ would be for a king on that square.
inline Bitboard SanDecoder::find_threats(Color color, Square king) const {
    Bitboard threats = 0;
    for (unsigned type = index(PieceType::Pawn); type <= index(PieceType::Queen); ++type) {
        const auto attacker = static_cast<PieceType>(type);
        threats |= detail::kBears[index(make_piece(!color, attacker))][index(king)] &
                   position_.pieces(attacker);
    }
    return threats & position_.pieces(!color);
}

// Whether the king of the side to move may stand there, given find_threats of the square.
inline bool SanDecoder::king_is_safe_on(Square to, Bitboard threats) const {
    const Color us = position_.side_to_move();
    const Bitboard without_king = position_.occupied() ^ bit(position_.king(us));
    while (threats != 0) {
        if ((attacks::between(to, pop_first(threats)) & without_king) == 0) return false;
    }
    return (attacks::on_empty_board(PieceType::King, to) &
            position_.pieces(!us, PieceType::King)) == 0;
}

// Whether a piece other than the king may move: its own king is not attacked afterwards.
inline bool SanDecoder::is_safe(Bitboard guarded, Square from, Square to) const {
    if ((guarded & bit(from)) == 0) [[likely]]
        return true;
    const Color us = position_.side_to_move();
    const Bitboard after = (position_.occupied() ^ bit(from)) | bit(to);
    return (position_.attackers(position_.king(us), !us, after) & ~bit(to)) == 0;
}

}  // namespace edge
