// The cheapest test of a lane, inline in the loop that plays: most positions are rejected here,
// before anything is looked up or called. A gate is a necessary condition: where it does not pass,
// the lane is false. For a lane of one atom it is usually sufficient too, and then called exact.
#pragma once

#include <cstdint>
#include <type_traits>
#include <variant>

#include "query/plan/predicate_evaluation.h"
#include "query/plan/program.h"

namespace edge::query {

// The kinds of gate. passes() says whether the condition is met at `ply` of a game; the position
// there is on the board.
namespace gate {

// The pieces stand as in a given position, judging by their part of the hash.
struct SamePlacement {
    uint64_t placement_hash = 0;

    bool passes(const Board& board, const corpus::GameView&, uint32_t) const {
        return board.placement_hash() == placement_hash;
    }
};

// All squares of the board fit a pattern, or all fit its mirror image. Each field selects the miss
// count of one pattern; they are the same where there is no mirror image.
struct FitsPattern {
    PackedMisses pattern = 0;
    PackedMisses mirrored = 0;

    bool passes(const Board& board, const corpus::GameView&, uint32_t) const {
        return (board.misses() & pattern) == 0 || (board.misses() & mirrored) == 0;
    }
};

// The counts of all pieces are those given, or those with the colours exchanged.
struct SameMaterial {
    PackedCounts counts = 0;
    PackedCounts flipped = 0;  // the same as `counts` when the colours are fixed

    bool passes(const Board& board, const corpus::GameView&, uint32_t) const {
        return board.counts() == counts || board.counts() == flipped;
    }
};

// The next move goes to one of these squares.
struct MovesTo {
    Bitboard targets = 0;

    bool passes(const Board&, const corpus::GameView& game, uint32_t ply) const {
        return ply < game.plies() && (targets >> index(game.move(ply).to()) & 1) != 0;
    }
};

// The next move is stored as a special one: it promotes, castles or takes en passant.
struct MovesSpecially {
    bool passes(const Board&, const corpus::GameView& game, uint32_t ply) const {
        return ply < game.plies() && game.move(ply).raw() >> 12 != 0;
    }
};

// Certain pieces have the counts given, and the sums of the atom hold.
struct CountsHold {
    PackedCounts mask = 0;            // the counts that must have one value,
    PackedCounts value = 0;           // which is here
    const CountCode* rest = nullptr;  // null when the atom has no sums

    // Most positions fail at the mask.
    bool passes(const Board& board, const corpus::GameView&, uint32_t) const {
        return (board.counts() & mask) == value && (rest == nullptr || rest->holds(board.counts()));
    }
};

// The next move takes a piece of one of these kinds; with the bit of PieceType::None, nothing.
struct MoveTakes {
    uint64_t kinds = 0;  // as bits 1 << PieceType

    bool passes(const Board& board, const corpus::GameView& game, uint32_t ply) const {
        if (ply == game.plies()) return false;
        const Move move = game.move(ply);
        const unsigned taken =
            move.is_en_passant() ? index(PieceType::Pawn) : board.piece_on(index(move.to())) & 7U;
        return (kinds >> taken & 1) != 0;
    }
};

// The next move is made by a piece of one of these kinds.
struct MoveOf {
    uint64_t kinds = 0;  // as bits 1 << PieceType

    bool passes(const Board& board, const corpus::GameView& game, uint32_t ply) const {
        return ply < game.plies() &&
               (kinds >> (board.piece_on(index(game.move(ply).from())) & 7) & 1) != 0;
    }
};

// A certain piece stands on one of these squares.
struct StandsOn {
    uint64_t piece = 0;  // the number of a Piece
    Bitboard squares = 0;

    bool passes(const Board& board, const corpus::GameView&, uint32_t) const {
        return (board.set(static_cast<unsigned>(piece)) & squares) != 0;
    }
};

// A pattern that may be shifted fits somewhere.
struct FitsSomewhere {
    const ShiftCode* code = nullptr;

    bool passes(const Board& board, const corpus::GameView&, uint32_t) const {
        return holds(*code, board);
    }
};

// Some file has what the atom asks for: a doubled, isolated or passed pawn, a rook on an open file.
struct FileHolds {
    const FileCode* code = nullptr;

    bool passes(const Board& board, const corpus::GameView&, uint32_t) const {
        return holds(*code, board);
    }
};

// One colour is to move.
struct ColorToMove {
    uint64_t parity = 0;  // of the plies at which it moves

    bool passes(const Board&, const corpus::GameView&, uint32_t ply) const {
        return (ply & 1) == parity;
    }
};

// Always passes: no test is cheaper than the atoms themselves.
struct Open {
    bool passes(const Board&, const corpus::GameView&, uint32_t) const { return true; }
};

// The most selective first: a lane takes the one of its atoms' gates that comes first here.
using Any =
    std::variant<SamePlacement, FitsPattern, SameMaterial, MovesTo, MovesSpecially, CountsHold,
                 MoveTakes, MoveOf, StandsOn, FitsSomewhere, FileHolds, ColorToMove, Open>;

template <class Kind, class... Kinds>
inline constexpr bool kIsOneOf = (std::is_same_v<Kind, Kinds> || ...);
// The gates of quiet programs (Program::is_quiet): counts and the squares of some pieces.
template <class Kind>
inline constexpr bool kIsQuiet =
    kIsOneOf<Kind, SameMaterial, CountsHold, StandsOn, FitsSomewhere, FileHolds>;
// Gates with long code, kept out of loops that seldom use them.
template <class Kind>
inline constexpr bool kIsLong = kIsOneOf<Kind, StandsOn, FitsSomewhere, FileHolds>;

// Calls visit(kind) as std::visit does, which goes through a table when there are more than eleven
// kinds: too slow at every ply.
template <size_t number = 0, class Visit>
[[gnu::always_inline]] inline auto visit_inline(const Any& gate, const Visit& visit) {
    if constexpr (number + 1 < std::variant_size_v<Any>) {
        if (gate.index() != number) return visit_inline<number + 1>(gate, visit);
    }
    return visit(*std::get_if<number>(&gate));
}

}  // namespace gate

// The gate of one lane of a program, which must outlive it.
class Gate {
public:
    Gate(const Program& program, uint16_t lane);

    uint16_t lane() const { return lane_; }
    bool is_exact() const { return is_exact_; }

    const gate::Any& kind() const { return kind_; }
    // What kind() holds, where the caller knows its type.
    template <class Kind>
    const Kind& as() const {
        const Kind* const kind = std::get_if<Kind>(&kind_);
        if (kind == nullptr) __builtin_unreachable();  // or loops would check each time
        return *kind;
    }

    [[gnu::always_inline]] bool passes_inline(const Board& board, const corpus::GameView& game,
                                              uint32_t ply) const {
        return gate::visit_inline(kind_,
                                  [&](const auto& kind) { return kind.passes(board, game, ply); });
    }
    // The same for loops that seldom use the long kinds: those go through a call.
    [[gnu::always_inline]] bool passes(const Board& board, const corpus::GameView& game,
                                       uint32_t ply) const {
        return gate::visit_inline(kind_, [&]<class Kind>(const Kind& kind) {
            if constexpr (gate::kIsLong<Kind>) {
                return passes_by_call(board, game, ply);
            } else {
                return kind.passes(board, game, ply);
            }
        });
    }

    // Whether a lane with this value must be evaluated again after `events`.
    [[gnu::always_inline]] bool needs_look(uint8_t events, bool value, const Board& board,
                                           const corpus::GameView& game, uint32_t ply) const {
        return (events & events_) != 0 && (may_end(value) || passes(board, game, ply) != value);
    }
    // Whether a lane with this value may turn false while the gate still passes.
    bool may_end(bool value) const { return value && !is_exact_; }

private:
    [[gnu::noinline]] bool passes_by_call(const Board& board, const corpus::GameView& game,
                                          uint32_t ply) const {
        return passes_inline(board, game, ply);
    }

    gate::Any kind_ = gate::Open{};
    bool is_exact_ = false;
    uint8_t events_ = 0;
    uint16_t lane_ = 0;
};

}  // namespace edge::query
