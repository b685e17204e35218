// The board a scan plays stored games on: no rules, only what the query's predicates look at. What
// is kept beside the mailbox is a template argument, so a question about material pays for nothing
// else. Stored moves are outside bytes: no move, however senseless, leads outside the tables, and
// one that moves a man that is not there is reported.
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

// The number of men of each kind, four bits each, at four times the Piece's number.
using PackedCounts = uint64_t;
constexpr PackedCounts one_of(unsigned man) { return PackedCounts{1} << (4 * man); }
constexpr unsigned count_of(PackedCounts counts, unsigned man) {
    return static_cast<unsigned>(counts >> (4 * man) & 15);
}

// By Piece; nothing for an empty square.
inline constexpr auto kOneOf = [] {
    std::array<PackedCounts, 16> ones{};
    for (unsigned man = 1; man < 16; ++man) ones[man] = one_of(man);
    return ones;
}();

// Patterns that are compared all the time: for each the number of squares whose man does not fit,
// a byte each, so that one addition serves all.
using PackedMisses = uint64_t;
inline constexpr size_t kMaxPatterns = 8;
constexpr PackedMisses misses_of(size_t pattern) { return PackedMisses{0xFF} << (8 * pattern); }
// What a man on a square adds.
using MissTable = std::array<std::array<PackedMisses, 16>, 64>;

class Board {
public:
    // `events_of_query` are the events its atoms depend on; the others are never reported. `men`,
    // as bits 1 << Piece, are those whose squares play_and_log() follows.
    Board(uint8_t events_of_query, uint16_t men, const MissTable& misses);

    void reset() { state_ = start_; }

    // Plays a move of the side to move at `ply` and returns the events it caused.
    template <uint8_t kept>
    uint8_t play(uint16_t raw, uint32_t ply) {
        const unsigned from = raw & 63U;
        const unsigned to = raw >> 6 & 63U;
        const unsigned man = index(state_.men[from]);
        const unsigned taken = index(state_.men[to]);
        if (raw >> 12 != 0) [[unlikely]]
            return foul(man, ply) | play_special<kept>(raw, man, taken);
        lift<kept>(to, taken);
        shift<kept>(from, to, man);
        state_.counts -= kOneOf[taken];
        return static_cast<uint8_t>(foul(man, ply) | on_move_[man] | on_capture_[taken]);
    }

    // A move that changed something, as play_and_log() notes it: in 16 bits, to cost the loop
    // little.
    class Change {
    public:
        Change() = default;
        // `men`: the one moved and, four bits higher, the one taken.
        Change(unsigned men, uint32_t offset) : bits_(static_cast<uint16_t>(men | offset << 8)) {}
        unsigned man() const { return bits_ & 15U; }
        unsigned taken() const { return bits_ >> 4 & 15U; }
        uint32_t offset() const { return bits_ >> 8; }  // plies from the beginning of the stretch

    private:
        uint16_t bits_ = 0;
    };
    // Moves that a stretch has at most; a game that is decided early is played to its end.
    static constexpr uint32_t kStretch = 96;
    using Log = std::array<Change, kStretch>;
    struct Stretch {
        uint32_t end = 0;  // the first ply not played
        uint32_t changes = 0;
        bool is_foul = false;
    };

    // Plays from `ply` to `end`, or to a special move if one comes earlier, on the mailbox alone.
    // Notes in order the moves that change the material, when the query asks about it, or where
    // the men followed stand; apply() then makes the rest of the board follow. No branch depends on
    // what an ordinary move does, so that nothing is mispredicted.
    [[gnu::noinline]] Stretch play_and_log(corpus::GameView game, uint32_t ply, uint32_t end,
                                           Log& log) {
        const uint32_t begin = ply;
        uint32_t tally = 0;
        for (; ply < end; ++ply) {
            const uint16_t raw = game.move(ply).raw();
            if (raw >> 12 != 0) [[unlikely]] {
                const unsigned king = man_on(raw & 63U);
                if (!castle_quietly(raw)) break;
                tally += tallies_[king];
                continue;
            }
            const unsigned from = raw & 63U;
            const unsigned to = raw >> 6;
            const unsigned man = index(state_.men[from]);
            const unsigned men = man | index(state_.men[to]) << 4;
            shift<0>(from, to, man);
            log[tally & kChanges] = Change(men, ply - begin);
            tally += tallies_[men];
        }
        // Not who moved when, but how often each side did.
        const uint32_t plies = ply - begin;
        const uint32_t black = (plies + (begin & 1)) / 2;
        return {ply, tally & kChanges, tally >> 8 != (black << 8 | (plies - black))};
    }
    // `raw` is the move that the change was noted for. Of the bitboards only those of the men
    // followed stay right.
    template <uint8_t kept>
    void apply(Change change, uint16_t raw) {
        if constexpr ((kept & keep::kSets) != 0) {
            const Bitboard target = Bitboard{1} << (raw >> 6 & 63U);
            state_.sets[change.taken()] &= ~target;
            state_.sets[change.man()] ^= Bitboard{1} << (raw & 63U) | target;
        }
        state_.counts -= kOneOf[change.taken()];
    }

    PackedCounts counts() const { return state_.counts; }
    Bitboard set(Color c, PieceType t) const { return state_.sets[index(make_piece(c, t))]; }
    Bitboard set(unsigned man) const { return state_.sets[man]; }
    unsigned man_on(unsigned square) const { return index(state_.men[square]); }
    uint64_t placement_hash() const { return state_.hash; }
    bool has_castled(Color c) const { return state_.castled[index(c)]; }
    PackedMisses misses() const { return state_.misses; }

private:
    // By the man moved, its colour exchanged when Black is to move.
    static constexpr std::array<uint8_t, 16> kFoul = {event::kFoul,
                                                      0,
                                                      0,
                                                      0,
                                                      0,
                                                      0,
                                                      0,
                                                      event::kFoul,
                                                      event::kFoul,
                                                      event::kFoul,
                                                      event::kFoul,
                                                      event::kFoul,
                                                      event::kFoul,
                                                      event::kFoul,
                                                      event::kFoul,
                                                      event::kFoul};
    bool is_followed(unsigned man) const { return (followed_ >> man & 1U) != 0; }
    static uint8_t foul(unsigned man, uint32_t ply) { return kFoul[(man ^ ply << 3) & 15U]; }
    // The way of the rook when the king castles to a square; none when no king does that.
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
        // Piece, not uint8_t: a byte may alias everything, and the loop would keep nothing in
        // registers.
        std::array<Piece, 64> men{};
        std::array<Bitboard, 16> sets{};
        PackedCounts counts = 0;
        uint64_t hash = 0;
        PackedMisses misses = 0;
        std::array<bool, 2> castled{};
    };

    // Takes `taken`, which may be no man, off the square that another is about to enter.
    template <uint8_t kept>
    void lift(unsigned square, unsigned taken) {
        if constexpr ((kept & keep::kSets) != 0) state_.sets[taken] &= ~(Bitboard{1} << square);
        if constexpr ((kept & keep::kHash) != 0) state_.hash ^= key(taken, square);
        if constexpr ((kept & keep::kMisses) != 0) state_.misses -= misses_[square][taken];
    }
    // Moves a man to a square that lift() has cleared.
    template <uint8_t kept>
    void shift(unsigned from, unsigned to, unsigned man) {
        state_.men[to] = static_cast<Piece>(man);
        state_.men[from] = Piece::None;
        if constexpr ((kept & keep::kSets) != 0) {
            state_.sets[man] ^= Bitboard{1} << from | Bitboard{1} << to;
        }
        if constexpr ((kept & keep::kHash) != 0) state_.hash ^= key(man, from) ^ key(man, to);
        if constexpr ((kept & keep::kMisses) != 0) {
            state_.misses += misses_[to][man] + misses_[from][0] - misses_[from][man];
        }
    }
    // Puts `after` where `before` stands; either may be no man.
    template <uint8_t kept>
    void replace(unsigned square, unsigned before, unsigned after) {
        lift<kept>(square, before);
        state_.men[square] = static_cast<Piece>(after);
        if constexpr ((kept & keep::kSets) != 0) state_.sets[after] |= Bitboard{1} << square;
        if constexpr ((kept & keep::kHash) != 0) state_.hash ^= key(after, square);
        if constexpr ((kept & keep::kMisses) != 0) state_.misses += misses_[square][after];
        state_.counts += kOneOf[after] - kOneOf[before];
    }

    template <uint8_t kept>
    [[gnu::noinline]] uint8_t play_special(uint16_t raw, unsigned man, unsigned taken) {
        const Move move = Move::from_raw(raw);
        const unsigned from = raw & 63U;
        const unsigned to = raw >> 6 & 63U;
        replace<kept>(to, taken, 0);
        lift<kept>(to, 0);
        shift<kept>(from, to, man);
        uint8_t events = static_cast<uint8_t>(on_move_[man] | on_capture_[taken]);
        if (move.is_castling()) {
            state_.castled[man >> 3 & 1] = true;
            if (const auto rook_move = rook_of_castling(to)) {
                const unsigned rook = man_on(rook_move->from);
                replace<kept>(rook_move->from, rook, 0);
                replace<kept>(rook_move->to, man_on(rook_move->to), rook);
            }
            events |= on_castling_;
        } else if (move.is_en_passant()) {
            const unsigned square = (from & 56U) | (to & 7U);
            events |= on_capture_[man_on(square)];
            replace<kept>(square, man_on(square), 0);
        } else {
            const unsigned promoted = (man & 8U) | index(move.promotion());
            replace<kept>(to, man, promoted);
            events = static_cast<uint8_t>(events | on_capture_[man] | on_capture_[promoted]);
        }
        return events;
    }

    // Castles on the mailbox, unless the move is another or concerns men followed.
    [[gnu::noinline]] bool castle_quietly(uint16_t raw) {
        const unsigned from = raw & 63U;
        const unsigned to = raw >> 6 & 63U;
        const auto rook = rook_of_castling(to);
        if (!Move::from_raw(raw).is_castling() || !rook) return false;
        const unsigned king = man_on(from);
        if (man_on(to) != 0 || man_on(rook->to) != 0 || is_followed(king) ||
            is_followed(man_on(rook->from))) {
            return false;
        }
        shift<0>(from, to, king);
        shift<0>(rook->from, rook->to, man_on(rook->from));
        return true;
    }

    static uint64_t key(unsigned man, unsigned square) {
        return zobrist::piece_key(static_cast<Piece>(man), square_at(square));
    }

    State state_;
    State start_;
    const MissTable& misses_;
    std::array<uint8_t, 16> on_move_{};
    std::array<uint8_t, 16> on_capture_{};
    uint8_t on_castling_ = 0;
    uint16_t followed_ = 0;
    // By the man moved and, four bits higher, the man taken, a byte each: whether the move is one
    // to note, and whether White, Black or nobody made it.
    static constexpr uint32_t kChanges = 255;
    std::array<uint32_t, 256> tallies_{};
};

}  // namespace edge::query
