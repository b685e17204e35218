// The board a scan plays stored games on: no rules, only what the query's predicates look at. What
// is kept beside the mailbox is a template argument, so a question about material pays for nothing
// else. Stored moves are outside bytes: no move, however senseless, leads outside the tables, and
// one that moves a man that is not there is reported.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "chess/move.h"
#include "chess/position.h"
#include "chess/types.h"
#include "chess/zobrist.h"
#include "corpus/shard.h"

namespace edge::query {

// What a move changed, as bits. Ply is set by every move, End at the last position.
namespace event {
inline constexpr uint8_t kMaterial = 1;
inline constexpr uint8_t kPawns = 2;  // where they stand
inline constexpr uint8_t kRooks = 4;
inline constexpr uint8_t kCastling = 8;
inline constexpr uint8_t kPly = 16;
inline constexpr uint8_t kEnd = 32;
// A man of the wrong colour, or none, was moved: the record is damaged.
inline constexpr uint8_t kFoul = 128;
}  // namespace event

// What the board keeps beside mailbox and counts, as bits.
namespace keep {
inline constexpr uint8_t kSets = 1;    // a bitboard per man
inline constexpr uint8_t kHash = 2;    // the piece part of the Zobrist hash
inline constexpr uint8_t kMisses = 4;  // how many squares differ from each pattern
}  // namespace keep

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
    // `events_of_query` are the events its atoms depend on; the others are never reported.
    Board(uint8_t events_of_query, const MissTable& misses);

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

    // A position after a move that changed something, as far as counts and pawns tell it. The
    // pawns are kept only with keep::kSets.
    struct Snapshot {
        PackedCounts counts = 0;
        std::array<Bitboard, 2> pawns{};
        uint32_t ply = 0;
    };
    struct Stretch {
        size_t changes = 0;
        bool is_foul = false;
    };

    // Plays the moves [ply, end) and notes the positions after those with events, in order. No
    // branch depends on what an ordinary move does, so that nothing is mispredicted. `log` has room
    // for one more than the moves. Of the bitboards only those of the pawns are right afterwards.
    template <uint8_t kept>
    [[gnu::noinline]] Stretch play_and_log(const corpus::GameView& game, uint32_t ply, uint32_t end,
                                           Snapshot* log) {
        Snapshot* next = log;
        // In registers: the log could alias the members.
        PackedCounts counts = state_.counts;
        auto [white_pawns, black_pawns] = pawns();
        const uint32_t begin = ply;
        uint64_t movers = 0;
        for (; ply < end; ++ply) {
            const uint16_t raw = game.move(ply).raw();
            const unsigned from = raw & 63U;
            const unsigned to = raw >> 6 & 63U;
            const unsigned man = index(state_.men[from]);
            const unsigned taken = index(state_.men[to]);
            movers += kMover[man];
            bool changed = taken != 0;
            if (raw >> 12 != 0) [[unlikely]] {
                show<kept>({counts, {white_pawns, black_pawns}, 0});
                changed = play_special<kept>(raw, man, taken) != 0;
                counts = state_.counts;
                white_pawns = pawns()[0];
                black_pawns = pawns()[1];
            } else {
                shift<0>(from, to, man);
                counts -= kOneOf[taken];
                if constexpr ((kept & keep::kSets) != 0) {
                    changed = (on_move_[man] | on_capture_[taken]) != 0;
                    const Bitboard moved = Bitboard{1} << from | Bitboard{1} << to;
                    const Bitboard target = Bitboard{1} << to;
                    white_pawns ^= moved & kIfWhitePawn[man];
                    white_pawns &= ~(target & kIfWhitePawn[taken]);
                    black_pawns ^= moved & kIfWhitePawn[man ^ 8U];
                    black_pawns &= ~(target & kIfWhitePawn[taken ^ 8U]);
                }
            }
            next->counts = counts;
            if constexpr ((kept & keep::kSets) != 0) next->pawns = {white_pawns, black_pawns};
            next->ply = ply + 1;
            next += changed;
        }
        show<kept>({counts, {white_pawns, black_pawns}, 0});
        // Not who moved when, but how often each side did: one addition a ply.
        const uint64_t black = (end - begin + (begin & 1)) / 2;
        const bool is_foul = movers != (black << 32) + (end - begin - black);
        return {static_cast<size_t>(next - log), is_foul};
    }
    // Makes counts and pawns those of the snapshot; the rest of the board stays where it is.
    template <uint8_t kept>
    void show(const Snapshot& snapshot) {
        state_.counts = snapshot.counts;
        if constexpr ((kept & keep::kSets) != 0) {
            for (const Color c : {Color::White, Color::Black}) {
                state_.sets[index(make_piece(c, PieceType::Pawn))] = snapshot.pawns[index(c)];
            }
        }
    }
    Snapshot snapshot() const { return {state_.counts, pawns(), 0}; }

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
    static constexpr auto kIfWhitePawn = [] {
        std::array<Bitboard, 16> all{};
        all[index(make_piece(Color::White, PieceType::Pawn))] = ~Bitboard{0};
        return all;
    }();
    // Moves of White in the low half, of Black in the high half; an empty square is neither.
    static constexpr auto kMover = [] {
        std::array<uint64_t, 16> movers{};
        movers.fill(uint64_t{1} << 63);
        for (unsigned kind = 1; kind <= 6; ++kind) {
            movers[kind] = 1;
            movers[8 | kind] = uint64_t{1} << 32;
        }
        return movers;
    }();
    static uint8_t foul(unsigned man, uint32_t ply) { return kFoul[(man ^ ply << 3) & 15U]; }
    std::array<Bitboard, 2> pawns() const {
        return {set(Color::White, PieceType::Pawn), set(Color::Black, PieceType::Pawn)};
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
            const bool king_side = (to & 7) == 6;
            if (king_side || (to & 7) == 2) {
                const unsigned rook_from = king_side ? to + 1 : to - 2;
                const unsigned rook = man_on(rook_from);
                replace<kept>(rook_from, rook, 0);
                const unsigned rook_to = king_side ? to - 1 : to + 1;
                replace<kept>(rook_to, man_on(rook_to), rook);
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

    static uint64_t key(unsigned man, unsigned square) {
        return zobrist::piece_key(static_cast<Piece>(man), square_at(square));
    }

    State state_;
    State start_;
    const MissTable& misses_;
    std::array<uint8_t, 16> on_move_{};
    std::array<uint8_t, 16> on_capture_{};
    uint8_t on_castling_ = 0;
};

}  // namespace edge::query
