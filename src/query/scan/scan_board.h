// The board on which a scan plays stored games: no rules, only what the query's predicates read.
// What is kept besides the mailbox is a template argument, so a query about material pays for
// nothing else. Stored moves are untrusted: no move, however senseless, leads outside the tables,
// and one that moves a piece that is not there is reported.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "chess/move.h"
#include "chess/position.h"
#include "chess/types.h"
#include "chess/zobrist.h"
#include "corpus/shard.h"
#include "query/events.h"

namespace edge::query {

// How many of each Piece there are, four bits each, from bit 4 * Piece on.
using PackedCounts = uint64_t;
constexpr PackedCounts one_of(unsigned piece) { return PackedCounts{1} << (4 * piece); }
constexpr unsigned count_of(PackedCounts counts, unsigned piece) {
    return static_cast<unsigned>(counts >> (4 * piece) & 15);
}

// By Piece; 0 for an empty square.
inline constexpr auto kOneOf = [] {
    std::array<PackedCounts, 16> ones{};
    for (unsigned piece = 1; piece < 16; ++piece) ones[piece] = one_of(piece);
    return ones;
}();

// Patterns that are followed move by move: for each the number of squares that do not fit, a byte
// each, so that one addition serves all.
using PackedMisses = uint64_t;
inline constexpr size_t kMaxPatterns = 8;
constexpr PackedMisses misses_of(size_t pattern) { return PackedMisses{0xFF} << (8 * pattern); }
// What a Piece on a square adds, by square and Piece.
using MissTable = std::array<std::array<PackedMisses, 16>, 64>;

class Board {
public:
    // `events_of_query` are the events its atoms depend on; the others are never reported.
    // `pieces`, as bits 1 << Piece, are those whose squares play_and_log() follows.
    Board(uint8_t events_of_query, uint16_t pieces, const MissTable& misses);

    void reset() { state_ = start_; }

    // Plays a move of the side to move at `ply` and returns the events it caused.
    template <uint8_t kept>
    uint8_t play(uint16_t raw, uint32_t ply) {
        const unsigned from = raw & 63U;
        const unsigned to = raw >> 6 & 63U;
        const unsigned piece = index(state_.pieces[from]);
        const unsigned taken = index(state_.pieces[to]);
        if (raw >> 12 != 0) [[unlikely]]
            return damage_by(piece, ply) | play_special<kept>(raw, piece, taken);
        lift<kept>(to, taken);
        shift<kept>(from, to, piece);
        state_.counts -= kOneOf[taken];
        return static_cast<uint8_t>(damage_by(piece, ply) | on_move_[piece] | on_capture_[taken]);
    }

    // A move that changed something, as play_and_log() logs it: 16 bits cost the loop little.
    class Change {
    public:
        Change() = default;
        // `pieces`: the one moved and, four bits higher, the one taken.
        Change(unsigned pieces, uint32_t offset)
            : bits_(static_cast<uint16_t>(pieces | offset << 8)) {}
        unsigned moved() const { return bits_ & 15U; }
        unsigned taken() const { return bits_ >> 4 & 15U; }
        uint32_t offset() const { return bits_ >> 8; }  // plies from the start of the burst

    private:
        uint16_t bits_ = 0;
    };
    // The most moves in a burst; a game that is decided early is still played to the end of one.
    static constexpr uint32_t kMaxBurst = 96;
    using Log = std::array<Change, kMaxBurst>;
    struct Burst {
        uint32_t end = 0;  // the first ply not played
        uint32_t changes = 0;
        bool is_damaged = false;
    };

    // Plays from `ply` to `end`, or to a special move if one comes earlier, on the mailbox alone.
    // Logs in order the moves that change the material, if the query depends on it, or the squares
    // of followed pieces; apply() then updates the rest of the board. No branch depends on what an
    // ordinary move does, so that nothing is mispredicted.
    [[gnu::noinline]] Burst play_and_log(corpus::GameView game, uint32_t ply, uint32_t end,
                                         Log& log) {
        const uint32_t begin = ply;
        uint32_t tally = 0;
        for (; ply < end; ++ply) {
            const uint16_t raw = game.move(ply).raw();
            if (raw >> 12 != 0) [[unlikely]] {
                const unsigned king = piece_on(raw & 63U);
                if (!castle_quietly(raw)) break;
                tally += tallies_[king];
                continue;
            }
            const unsigned from = raw & 63U;
            const unsigned to = raw >> 6;
            const unsigned piece = index(state_.pieces[from]);
            const unsigned pieces = piece | index(state_.pieces[to]) << 4;
            shift<0>(from, to, piece);
            log[tally & kChanges] = Change(pieces, ply - begin);
            tally += tallies_[pieces];
        }
        // Checks how often each side moved, not when.
        const uint32_t plies = ply - begin;
        const uint32_t black = (plies + (begin & 1)) / 2;
        return {ply, tally & kChanges, tally >> 8 != (black << 8 | (plies - black))};
    }
    // `raw` is the move that the change was logged for. Of the bitboards only those of followed
    // pieces stay right.
    template <uint8_t kept>
    void apply(Change change, uint16_t raw) {
        if constexpr ((kept & keep::kSets) != 0) {
            const Bitboard target = Bitboard{1} << (raw >> 6 & 63U);
            state_.sets[change.taken()] &= ~target;
            state_.sets[change.moved()] ^= Bitboard{1} << (raw & 63U) | target;
        }
        state_.counts -= kOneOf[change.taken()];
    }

    PackedCounts counts() const { return state_.counts; }
    Bitboard set(Color c, PieceType t) const { return state_.sets[index(make_piece(c, t))]; }
    Bitboard set(unsigned piece) const { return state_.sets[piece]; }
    const std::array<Piece, 64>& pieces() const { return state_.pieces; }
    unsigned piece_on(unsigned square) const { return index(state_.pieces[square]); }
    uint64_t placement_hash() const { return state_.hash; }
    bool has_castled(Color c) const { return state_.castled[index(c)]; }
    PackedMisses misses() const { return state_.misses; }

private:
    // By the piece moved, its colour exchanged when Black is to move.
    static constexpr std::array<uint8_t, 16> kDamageBy = {event::kDamage,
                                                          0,
                                                          0,
                                                          0,
                                                          0,
                                                          0,
                                                          0,
                                                          event::kDamage,
                                                          event::kDamage,
                                                          event::kDamage,
                                                          event::kDamage,
                                                          event::kDamage,
                                                          event::kDamage,
                                                          event::kDamage,
                                                          event::kDamage,
                                                          event::kDamage};
    bool is_followed(unsigned piece) const { return (followed_ >> piece & 1U) != 0; }
    static uint8_t damage_by(unsigned piece, uint32_t ply) {
        return kDamageBy[(piece ^ ply << 3) & 15U];
    }
    // How the rook moves when the king castles to a square; nothing when no king does that.
    struct RookMove {
        unsigned from;
        unsigned to;
    };
    static std::optional<RookMove> rook_of_castling(unsigned king_to) {
        if ((king_to & 7U) == 6) return RookMove{king_to + 1, king_to - 1};
        if ((king_to & 7U) == 2) return RookMove{king_to - 2, king_to + 1};
        return std::nullopt;
    }

    struct State {
        // Piece, not uint8_t: a byte may alias anything, and the loop would keep nothing in
        // registers.
        std::array<Piece, 64> pieces{};
        std::array<Bitboard, 16> sets{};
        PackedCounts counts = 0;
        uint64_t hash = 0;
        PackedMisses misses = 0;
        std::array<bool, 2> castled{};
    };

    // Takes `taken`, which may be Piece::None, off the square that another piece is about to enter.
    template <uint8_t kept>
    void lift(unsigned square, unsigned taken) {
        if constexpr ((kept & keep::kSets) != 0) state_.sets[taken] &= ~(Bitboard{1} << square);
        if constexpr ((kept & keep::kHash) != 0) state_.hash ^= key(taken, square);
        if constexpr ((kept & keep::kMisses) != 0) state_.misses -= misses_[square][taken];
    }
    // Moves a piece to a square that lift() has cleared.
    template <uint8_t kept>
    void shift(unsigned from, unsigned to, unsigned piece) {
        state_.pieces[to] = static_cast<Piece>(piece);
        state_.pieces[from] = Piece::None;
        if constexpr ((kept & keep::kSets) != 0) {
            state_.sets[piece] ^= Bitboard{1} << from | Bitboard{1} << to;
        }
        if constexpr ((kept & keep::kHash) != 0) state_.hash ^= key(piece, from) ^ key(piece, to);
        if constexpr ((kept & keep::kMisses) != 0) {
            state_.misses += misses_[to][piece] + misses_[from][0] - misses_[from][piece];
        }
    }
    // Puts `after` where `before` stands; either may be Piece::None.
    template <uint8_t kept>
    void replace(unsigned square, unsigned before, unsigned after) {
        lift<kept>(square, before);
        state_.pieces[square] = static_cast<Piece>(after);
        if constexpr ((kept & keep::kSets) != 0) state_.sets[after] |= Bitboard{1} << square;
        if constexpr ((kept & keep::kHash) != 0) state_.hash ^= key(after, square);
        if constexpr ((kept & keep::kMisses) != 0) state_.misses += misses_[square][after];
        state_.counts += kOneOf[after] - kOneOf[before];
    }

    template <uint8_t kept>
    [[gnu::noinline]] uint8_t play_special(uint16_t raw, unsigned piece, unsigned taken) {
        const Move move = Move::from_raw(raw);
        const unsigned from = raw & 63U;
        const unsigned to = raw >> 6 & 63U;
        replace<kept>(to, taken, 0);
        lift<kept>(to, 0);
        shift<kept>(from, to, piece);
        uint8_t events = static_cast<uint8_t>(on_move_[piece] | on_capture_[taken]);
        if (move.is_castling()) {
            state_.castled[piece >> 3 & 1] = true;
            if (const auto rook_move = rook_of_castling(to)) {
                const unsigned rook = piece_on(rook_move->from);
                replace<kept>(rook_move->from, rook, 0);
                replace<kept>(rook_move->to, piece_on(rook_move->to), rook);
            }
            events |= on_castling_;
        } else if (move.is_en_passant()) {
            const unsigned square = (from & 56U) | (to & 7U);
            events |= on_capture_[piece_on(square)];
            replace<kept>(square, piece_on(square), 0);
        } else {
            const unsigned promoted = (piece & 8U) | index(move.promotion());
            replace<kept>(to, piece, promoted);
            events = static_cast<uint8_t>(events | on_capture_[piece] | on_capture_[promoted]);
        }
        return events;
    }

    // Castles on the mailbox alone; false when the move is another or involves a followed piece.
    [[gnu::noinline]] bool castle_quietly(uint16_t raw) {
        const unsigned from = raw & 63U;
        const unsigned to = raw >> 6 & 63U;
        const auto rook = rook_of_castling(to);
        if (!Move::from_raw(raw).is_castling() || !rook) return false;
        const unsigned king = piece_on(from);
        if (piece_on(to) != 0 || piece_on(rook->to) != 0 || is_followed(king) ||
            is_followed(piece_on(rook->from))) {
            return false;
        }
        shift<0>(from, to, king);
        shift<0>(rook->from, rook->to, piece_on(rook->from));
        return true;
    }

    static uint64_t key(unsigned piece, unsigned square) {
        return zobrist::piece_key(static_cast<Piece>(piece), square_at(square));
    }

    State state_;
    State start_;
    const MissTable& misses_;
    std::array<uint8_t, 16> on_move_{};
    std::array<uint8_t, 16> on_capture_{};
    uint8_t on_castling_ = 0;
    uint16_t followed_ = 0;
    // By the piece moved and, four bits higher, the piece taken. A byte each: whether the move is
    // to be logged, and whether White, Black or nobody made it.
    static constexpr uint32_t kChanges = 255;
    std::array<uint32_t, 256> tallies_{};
};

}  // namespace edge::query
