// The first, cheapest look at a lane, inline in the loop that plays: most positions are turned away
// here, before anything is looked up or called. A gate of a lane with a single atom knows the whole
// answer; any other only that the lane cannot hold.
#pragma once

#include <cstdint>

#include "query/atom_code.h"
#include "query/program.h"

namespace edge::query {

class Gate {
public:
    // The most selective first: of a lane's atoms the one with the lowest kind becomes the gate.
    enum class Kind : uint8_t {
        Hash,
        Misses,
        Material,
        Target,
        Special,
        Counts,
        Taken,
        Mover,
        Squares,
        Shift,
        File,
        Turn,
        Open,
    };

    Gate(const Program& program, uint16_t lane);

    uint16_t lane() const { return lane_; }

    // Whether the lane has to be looked at after `events` when its value was `value`.
    [[gnu::always_inline]] bool asks_for_a_look(uint8_t events, bool value, const Board& board,
                                                const corpus::GameView& game, uint32_t ply) const {
        return (events & events_) != 0 && asks_for_a_look(kind_, value, board, game, ply);
    }
    [[gnu::always_inline]] bool asks_for_a_look(Kind kind, bool value, const Board& board,
                                                const corpus::GameView& game, uint32_t ply) const {
        return (value && !is_exact_) || passes_as(kind, board, game, ply) != value;
    }

    Kind kind() const { return kind_; }
    bool is_exact() const { return is_exact_; }

    [[gnu::always_inline]] bool passes(const Board& board, const corpus::GameView& game,
                                       uint32_t ply) const {
        switch (kind_) {
            case Kind::File:
            case Kind::Shift:
            case Kind::Squares:
                return passes_by_squares(board, game, ply);
            default:
                return passes_as(kind_, board, game, ply);
        }
    }
    // The same for a caller that knows the kind at compile time. The kinds that a quiet program has
    // look at the board alone.
    [[gnu::always_inline]] bool passes_as(Kind kind, const Board& board,
                                          const corpus::GameView& game, uint32_t ply) const {
        switch (kind) {
            case Kind::Open:
                return true;
            case Kind::Counts:
                return counts_pass(board.counts());
            case Kind::Material:
                return board.counts() == a_ || board.counts() == b_;
            case Kind::File:
                return holds(*static_cast<const FileCode*>(code_), board);
            case Kind::Shift:
                return holds(*static_cast<const ShiftCode*>(code_), board);
            case Kind::Squares:
                return (board.set(static_cast<unsigned>(b_)) & a_) != 0;
            case Kind::Hash:
                return board.placement_hash() == a_;
            case Kind::Misses:
                return (board.misses() & a_) == 0 || (board.misses() & b_) == 0;
            case Kind::Target:
                return ply < game.plies() && (a_ >> index(game.move(ply).to()) & 1) != 0;
            case Kind::Taken: {
                if (ply == game.plies()) return false;
                const Move move = game.move(ply);
                const unsigned kind_taken = move.is_en_passant()
                                                ? index(PieceType::Pawn)
                                                : board.man_on(index(move.to())) & 7U;
                return (a_ >> kind_taken & 1) != 0;
            }
            case Kind::Mover:
                return ply < game.plies() &&
                       (a_ >> (board.man_on(index(game.move(ply).from())) & 7) & 1) != 0;
            case Kind::Special:
                return ply < game.plies() && game.move(ply).raw() >> 12 != 0;
            case Kind::Turn:
                return (ply & 1) == a_;
        }
        return true;
    }

private:
    bool set(const AtomCode& atom);
    // Kept out of loops that seldom need it: it is long.
    [[gnu::noinline]] bool passes_by_squares(const Board& board, const corpus::GameView& game,
                                             uint32_t ply) const {
        return passes_as(kind_, board, game, ply);
    }
    // Most counts fail on those that must have one value.
    bool counts_pass(PackedCounts counts) const {
        return (counts & a_) == b_ &&
               (code_ == nullptr || static_cast<const CountCode*>(code_)->holds(counts));
    }

    Kind kind_ = Kind::Open;
    bool is_exact_ = false;
    uint8_t events_ = 0;
    uint16_t lane_ = 0;
    uint64_t a_ = 0;
    uint64_t b_ = 0;
    const void* code_ = nullptr;
};

}  // namespace edge::query
