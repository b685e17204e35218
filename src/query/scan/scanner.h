// Plays one game after the other and evaluates a program on each. One per thread.
//
// A lane changes rarely, so windows do not count plies: they are fed the spans in which the lane
// was true. Between the events that a query's atoms depend on, the loop only moves pieces, and
// gates reject most positions. Quiet programs, which depend only on counts and the squares of some
// pieces, are played in bursts without a branch and evaluated afterwards.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "corpus/shard.h"
#include "query/plan/gate.h"
#include "query/plan/program.h"
#include "query/plan/truth.h"
#include "query/query.h"

namespace edge::query {

class Scanner {
public:
    explicit Scanner(const Program& program);

    // Whether the game matches; header_values[i] is the value of header test i. Stops as soon as
    // the answer is certain.
    bool matches(const corpus::GameView& game, std::span<const Truth> header_values);

    // The spans in which each lane of the program is true, over the whole game; valid until the
    // next call.
    const std::vector<std::vector<PlySpan>>& trace(const corpus::GameView& game);

    // True when the game just played moved a piece that was not there.
    bool is_damaged() const { return is_damaged_; }

private:
    struct LaneState {
        bool value = false;
        uint32_t since = 0;  // the ply at which it took this value
    };
    struct LeafState {
        bool satisfied = false;  // for Never: it has happened
        // for a sequence: the steps matched one ply ago and at any earlier ply, as bits
        uint64_t just_matched = 0;
        uint64_t matched = 0;
        uint64_t open = 1;  // the steps that may match next
    };
    enum class Mode : uint8_t { Verdict, Trace };

    // Plays a game with the loop below that suits the program. `kept` is what the board keeps.
    template <Mode mode>
    void play_game(const corpus::GameView& game);
    template <Mode mode, uint8_t kept>
    void play_game_keeping(const corpus::GameView& game);

    // The loops: for any program; for one sequence without transitions; for quiet programs.
    template <Mode mode, uint8_t kept>
    void play_ply_by_ply(const corpus::GameView& game);
    template <uint8_t kept>
    void play_sequence(const corpus::GameView& game);
    template <Mode mode, uint8_t kept>
    void play_quietly(const corpus::GameView& game);
    // `Kind` is the type of all gates tested, or Gate when they differ.
    template <Mode mode, uint8_t kept, class Kind>
    void play_bursts(const corpus::GameView& game);

    uint16_t lane_count() const { return static_cast<uint16_t>(lane_states_.size()); }
    void begin(const corpus::GameView& game);
    // These play on from `ply`, at least one ply and at most to `last`, leave `ply` where they
    // stopped, and return the events on the way. The first stops where a look is needed, the second
    // where the gate passes or, for `passes` false, where it does not; the third is its loop with
    // the kind of gate compiled into it, or const Gate& for kinds that share one loop. A kind is
    // passed by value, or it would be read from memory at each ply; the loop is not inlined, or the
    // loops of all kinds would share the registers.
    template <Mode mode, uint8_t kept>
    uint8_t play_to_next_look(const corpus::GameView& game, uint32_t& ply, uint32_t last);
    template <uint8_t kept>
    uint8_t play_until_gate(const Gate& gate, bool passes, const corpus::GameView& game,
                            uint32_t& ply, uint32_t last);
    template <uint8_t kept, class Kind>
    [[gnu::noinline]] uint8_t play_until_kind(Kind kind, bool passes, const corpus::GameView& game,
                                              uint32_t& ply, uint32_t last);
    template <Mode mode>
    void look(const Moment& moment, uint8_t events);
    template <Mode mode>
    void close_spans(uint32_t last_ply, uint32_t plies);

    // Whether the position reached needs more than the first look.
    template <Mode mode>
    bool needs_look(uint8_t events, const corpus::GameView& game, uint32_t ply) const;
    bool holds_now(const Composite& composite, const Moment& moment);
    bool atom_holds_now(uint16_t atom, const Moment& moment);
    void lane_began(uint16_t lane, uint32_t ply, uint32_t plies);
    void lane_ended(uint16_t lane, PlySpan span, bool turned_false, uint32_t plies);
    void feed(uint32_t leaf, PlySpan span, bool turned_false, uint32_t plies);
    void step_sequence(uint32_t leaf, const Moment& moment);
    bool step_holds(const SequenceLeaf::Step& step, const Moment& moment);
    // Records the steps that matched at a ply, as bits, and opens those that may follow.
    static void note_steps(const SequenceLeaf& sequence, LeafState& state, uint64_t now);
    void leaf_satisfied(uint32_t leaf);
    void update_verdict();  // from the leaves satisfied so far

    const Program& program_;
    Board board_;
    RuleBoard rules_;
    Board::Log log_{};
    // The answers of the first 64 atoms are kept until an event that can change them; hardly any
    // query has more, and the rest are tested each time.
    static constexpr size_t kRemembered = 64;
    std::array<uint64_t, 64> lasting_{};  // by events: the atoms whose answers stay valid
    uint64_t known_ = 0;
    uint64_t true_ = 0;
    std::vector<LaneState> lane_states_;
    std::vector<LeafState> leaf_states_;
    std::vector<uint16_t> watched_lanes_;  // evaluated whenever an event may have changed them
    std::vector<std::vector<uint32_t>> leaves_of_lane_;
    std::vector<uint32_t> sequences_;
    std::vector<Gate> gates_;  // by lane
    std::vector<Gate> watched_gates_;
    bool watches_one_kind_ = false;  // all watched gates are of one kind
    bool is_one_sequence_ = false;
    std::vector<std::vector<Gate>> step_gates_;  // then by step, one for each lane
    std::vector<std::vector<PlySpan>> spans_;    // by lane
    std::vector<Truth> scratch_;
    std::span<const Truth> header_values_;
    Truth verdict_ = Truth::unknown();
    bool verdict_is_stale_ = false;
    bool is_damaged_ = false;
};

// ---- spans as windows and sequences see them; shared with witnesses and aggregates

// Cuts a span to the plies that count for the window: its transition, then its range. False when
// none do. `turned_false` means that the lane was false after the span, not that the game ended.
bool clip(const WindowLeaf& leaf, PlySpan& span, bool turned_false);

}  // namespace edge::query
